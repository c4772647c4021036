import { pipeline, Readable } from 'node:stream'
import { CsvError, parse, type InfoRecord, type Parser } from 'csv-parse'
import { limits } from '#contract/limits.ts'
import { invalid } from '#server/http/errors.ts'
import { yieldToEventLoop } from '#server/scheduling/yieldToEventLoop.ts'

/** Tells spreadsheets that the file is UTF-8. */
export const byteOrderMark = '\uFEFF'

/**
 * The places where a spreadsheet could find a formula: the start of a cell, and after a separator or line break in a
 * quoted cell, which a spreadsheet that expects another separator takes for the end of the cell. An apostrophe there makes
 * it text. Apostrophes and quotation marks before the formula belong to it, so that an import can undo the export.
 */
const formulaStart = /(?<=^|[;\t\r\n])(?=['"]*[=+\-@\t\r＝＋－＠])/g
const escapedFormulaStart = /(?<=^|[;\t\r\n])'(?=['"]*[=+\-@\t\r＝＋－＠])/g

/** A line as in RFC 4180, with CRLF. */
export function toCsvLine(cells: (string | number)[]) {
  return `${cells.map((cell) => quoted(typeof cell === 'string' ? escapeFormulas(cell) : String(cell))).join(',')}\r\n`
}

/** Characters of a piece. */
const pieceLength = 500_000

/** Joins lines into pieces that are worth sending. */
export async function* joinLines(lines: Iterable<string> | AsyncIterable<string>) {
  let piece = ''
  for await (const line of lines) {
    piece += line
    await yieldToEventLoop()
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  if (piece) yield piece
}

function escapeFormulas(text: string) {
  return text.replace(formulaStart, "'")
}

/** Cells with leading or trailing white space are quoted too, because an import trims unquoted cells. */
function quoted(text: string) {
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A row with its number in a spreadsheet: a row with line breaks in a cell is one row, and so is an empty line. */
export type CsvRow = { row: number; cells: string[] }

/** The first line with which programs tell Excel the separator of a file. It is no row of the table. */
const separatorLine = /^(?:sep=([,;\t|])|"sep=([,;\t|])")(?:\r\n|\n|\r)/i

/**
 * Yields the rows of a UTF-8 file that are not empty. Cells are separated by commas, semicolons or tabs, or by the
 * separator that a first line such as `sep=;` names. Throws 400 for a quotation mark that is not closed or is inside an
 * unquoted cell, and for a row that is too long to be one of a table.
 */
export async function* csvRows(file: Buffer): AsyncGenerator<CsvRow, undefined> {
  const { bytes, delimiter, skippedRows } = readSeparatorLine(withoutByteOrderMark(file))
  const parser = parserFor(delimiter)
  const rowOf = (info: Info) => skippedRows + rowsUpTo(info)
  // The loop below throws the errors of the pipeline.
  pipeline(Readable.from(pieces(bytes, parser)), parser, () => {})
  let rows = 0
  try {
    for await (const { record: cells, info } of parser as AsyncIterable<{ record: string[]; info: InfoRecord }>) {
      if (++rows > limits.csvRows) throw tooManyRows()
      if (cells.length > limits.csvCells)
        throw implausibleRow(rowOf(info), `has more than ${formatCount(limits.csvCells)} cells`)
      if (cells.some((cell) => cell.trim() !== '')) yield { row: rowOf(info), cells: cells.map(unescapeFormulas) }
      await yieldToEventLoop()
    }
  } catch (error) {
    throw toRefusal(error, rowOf(parser.info) + 1)
  }
}

type Info = Pick<InfoRecord, 'records' | 'empty_lines'>

/** How many rows have been read. */
function rowsUpTo(info: Info) {
  return info.records + info.empty_lines
}

function readSeparatorLine(bytes: Buffer) {
  const [line, bare, quotedSeparator] = separatorLine.exec(bytes.toString('latin1', 0, 20)) ?? []
  if (line === undefined) return { bytes, delimiter: delimiterOf(bytes), skippedRows: 0 }
  return { bytes: bytes.subarray(line.length), delimiter: (bare ?? quotedSeparator)!, skippedRows: 1 }
}

function withoutByteOrderMark(file: Buffer) {
  const mark = Buffer.from(byteOrderMark)
  return file.subarray(0, mark.length).equals(mark) ? file.subarray(mark.length) : file
}

function parserFor(delimiter: string) {
  return parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    skip_empty_lines: true,
    relax_column_count: true,
    trim: true,
    info: true,
  })
}

function delimiterOf(bytes: Buffer) {
  const heading = bytes.toString('utf8', 0, 10_000).split(/[\r\n]/, 1)[0]!
  const count = (delimiter: string) => heading.split(delimiter).length
  return [',', ';', '\t'].reduce((best, other) => (count(other) > count(best) ? other : best))
}

/** Small, because the parser processes a piece without a pause, and takes 20 µs for a row of three bytes. */
const pieceBytes = 2048

async function* pieces(bytes: Buffer, { info }: Parser) {
  let rows = 0
  let rowFrom = 0
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    await yieldToEventLoop()
    yield bytes.subarray(from, from + pieceBytes)
    const ended = rowsUpTo(info)
    if (ended > rows) rowFrom = from
    rows = ended
    if (from - rowFrom > limits.csvLineBytes) throw new RowTooLong()
  }
}

class RowTooLong extends Error {}

function toRefusal(error: unknown, row: number) {
  if (error instanceof RowTooLong)
    return implausibleRow(row, `is longer than ${formatCount(limits.csvLineBytes)} bytes`)
  if (!(error instanceof CsvError)) return error
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return invalid({ file: `Row ${row}: a quotation mark is not closed` })
  const remedy = 'Put the whole cell in quotation marks, and double the ones inside it'
  return invalid({ file: `Row ${row}: there is a quotation mark inside a cell. ${remedy}` })
}

function tooManyRows() {
  const remedy = 'Delete the empty ones, or split the file into smaller ones'
  return invalid({ file: `The file has more than ${formatCount(limits.csvRows)} rows. ${remedy}` })
}

function implausibleRow(row: number, problem: string) {
  return invalid({ file: `Row ${row} ${problem}. Is this the right file?` })
}

function unescapeFormulas(cell: string) {
  return cell.replace(escapedFormulaStart, '')
}

function formatCount(count: number) {
  return count.toLocaleString('en')
}
