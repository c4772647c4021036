import { isUtf8 } from 'node:buffer'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { type ImportField, importFields, type ImportQuery, type ImportReport } from '#contract/csv.ts'
import { CreateEnquiry, EnquiryStatus } from '#contract/enquiries.ts'
import { statusLabels } from '#contract/enquiries/choices.ts'
import { limits } from '#contract/limits.ts'
import { invalid, tooLarge, unsupportedType } from '#server/http/errors.ts'
import { shorten } from '#server/text/cutText.ts'
import { type CsvRow, csvRows } from './csv.ts'

const statusOf = Object.fromEntries(
  EnquiryStatus.options.flatMap((status) => [status, statusLabels[status]].map((name) => [name.toLowerCase(), status])),
)

const Row = CreateEnquiry.pick({ enquiryType: true, summery: true, description: true, comments: true }).extend({
  enquiryStatus: z.preprocess(
    (name) => (typeof name === 'string' && name.trim() ? (statusOf[name.trim().toLowerCase()] ?? name) : 'open'),
    EnquiryStatus,
  ),
})
/** A row without errors. */
export type ImportRow = z.infer<typeof Row> & { id: string }

/** The rows that can be imported, and the report on the whole file. */
export type ReadImport = { valid: ImportRow[]; report: ImportReport }

const refusedShown = 100
const previewShown = 10

/** Keeps only what the report shows of refused rows: a file can have millions of cells. Throws the errors of `openImport`. */
export async function readImport(bytes: Buffer, asked: ImportQuery['columns']): Promise<ReadImport> {
  const opened = await openImport(bytes, asked)
  const valid: ImportRow[] = []
  const report: ImportReport = {
    headings: opened.headings,
    columns: opened.columns,
    rows: 0,
    refusedRows: 0,
    refused: [],
    preview: [],
    created: 0,
    firstEnquiryId: null,
  }
  for await (const row of opened.rows) {
    report.rows++
    const { given, accepted, errors } = checkRow(row, opened)
    if (report.preview.length < previewShown) report.preview.push(given)
    if (accepted) valid.push({ ...accepted, id: uuidv7() })
    else if (++report.refusedRows <= refusedShown) report.refused.push({ row: row.row, errors })
  }
  return { valid, report }
}

/** The headings of a file, the column of each field and its place, and the rows, parsed as they are read. */
export type OpenImport = Pick<ImportReport, 'headings' | 'columns'> & {
  places: [field: string, place: number][]
  rows: AsyncIterable<CsvRow>
}

/**
 * Throws 415 for a file that is not CSV in UTF-8, 400 for columns that it does not have. Reading the rows throws 413 for
 * too many, and 400 as `csvRows` does.
 */
export async function openImport(bytes: Buffer, asked: ImportQuery['columns']): Promise<OpenImport> {
  requireUtf8(bytes)
  const rows = csvRows(bytes)
  const { value: first } = await rows.next()
  const headings = headingsIn(first)
  if (headings.length === 0)
    throw unsupportedType('file', 'The file is empty. The first row must contain the column names')
  const columns = asked ? requireColumns(asked, headings) : guessColumns(headings)
  const places = Object.entries(columns).map(
    ([field, heading]) => [field, headings.indexOf(heading)] as [string, number],
  )
  return { headings, columns, places, rows: enquiryRows(rows) }
}

/** Gives columns with the same name distinct ones, such as Text (2), which no other column has already. */
function headingsIn(first: CsvRow | undefined) {
  const taken = new Set<string>()
  const counts = new Map<string, number>()
  return (first?.cells ?? []).map((cell) => {
    const name = cell.trim()
    if (name.length > limits.csvHeading) throw headingTooLong(first!.row)
    let own = name
    let count = counts.get(name) ?? 1
    while (own && taken.has(own)) own = `${name} (${++count})`
    counts.set(name, count)
    taken.add(own)
    return own
  })
}

function headingTooLong(row: number) {
  return invalid({ file: `Row ${row} has a heading of more than ${limits.csvHeading} characters. Shorten it` })
}

async function* enquiryRows(rows: AsyncIterable<CsvRow>) {
  let count = 0
  for await (const row of rows) {
    if (++count > limits.csvEnquiries) throw tooManyEnquiries()
    yield row
  }
}

function tooManyEnquiries() {
  const max = limits.csvEnquiries.toLocaleString('en')
  return tooLarge('file', `The file has more than ${max} rows. Split it into smaller ones`)
}

function requireUtf8(bytes: Buffer) {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw unsupportedType('file', 'The file is in UTF-16. Save it as “CSV UTF-8” and try again')
  }
  if (bytes.subarray(0, 100_000).includes(0)) {
    throw unsupportedType('file', 'This is not a CSV file. Save the table as “CSV UTF-8” and try again')
  }
  if (!isUtf8(bytes)) throw unsupportedType('file', 'The file is not in UTF-8. Save it as “CSV UTF-8” and try again')
}

const names: Record<ImportField, string[]> = {
  enquiryType: ['type', 'enquiry type', 'category'],
  summery: ['summary', 'subject', 'title'],
  description: ['details', 'text'],
  comments: ['comment', 'remarks'],
  enquiryStatus: ['status', 'state'],
}

function guessColumns(headings: string[]) {
  const guessed: ImportReport['columns'] = {}
  for (const field of importFields) {
    const known = [field.toLowerCase(), ...names[field]]
    const heading = headings.find((one) => known.includes(one.toLowerCase()))
    if (heading) guessed[field] = heading
  }
  return guessed
}

function requireColumns(columns: ImportReport['columns'], headings: string[]) {
  for (const [field, heading] of Object.entries(columns)) {
    if (!headings.includes(heading)) throw invalid({ columns: `The file has no column “${heading}” for ${field}` })
  }
  return columns
}

type CheckedRow = { given: Partial<Record<string, string>> } & (
  | { accepted: z.infer<typeof Row>; errors?: undefined }
  | { accepted?: undefined; errors: Record<string, string> }
)

/** The text of each field, with the enquiry to create, or with what to fix. */
export function checkRow({ cells }: CsvRow, { headings, places }: OpenImport): CheckedRow {
  const given = Object.fromEntries(places.map(([field, place]) => [field, cells[place] ?? '']))
  const hasExtraCells = cells.slice(headings.length).some((cell) => cell.trim() !== '')
  if (hasExtraCells) return { given, errors: { row: 'The row has more cells than there are headings' } }
  const { success, data, error } = Row.safeParse(given)
  return success ? { given, accepted: data } : { given, errors: errorsOf(error, given) }
}

/** By field, the problem in the words of a person with a spreadsheet. */
function errorsOf({ issues }: z.ZodError, given: Partial<Record<string, string>>) {
  return Object.fromEntries(issues.map((issue) => [issue.path.join('.'), problemOf(issue, given)]))
}

const labels: Record<string, string> = { enquiryType: 'type', summery: 'summary' }

function problemOf(issue: z.core.$ZodIssue, given: Partial<Record<string, string>>) {
  const field = String(issue.path[0])
  if (field === 'enquiryStatus') return `“${shorten(given[field] ?? '', 40)}” is not a status. Use ${statusNames}`
  const label = labels[field] ?? field
  if (issue.code !== 'too_big') return `The ${label} is missing`
  return `The ${label} is longer than ${issue.maximum.toLocaleString('en')} characters`
}

const statusNames = new Intl.ListFormat('en', { type: 'disjunction' }).format(Object.values(statusLabels))
