import type { ImportQuery } from '#contract/csv.ts'
import { byteOrderMark, joinLines, toCsvLine } from './csv.ts'
import { checkRow, openImport, type OpenImport } from './parseImport.ts'

/** The heading of the cells that say what to fix. */
const toFix = 'To fix'

/**
 * Yields the text of a CSV file with the refused rows, each after a cell that says what to fix. Reads the file twice: first to
 * report its errors before the response starts, then to write each row while it is parsed.
 */
export async function refusedRows(bytes: Buffer, columns: ImportQuery['columns']) {
  const checked = await openImport(bytes, columns)
  for await (const row of checked.rows) void row
  return joinLines(linesToFix(await openImport(bytes, columns)))
}

async function* linesToFix(opened: OpenImport) {
  const place = earlierToFix(opened)
  const without = (cells: string[]) => cells.filter((_cell, at) => at !== place)
  yield byteOrderMark + toCsvLine([toFix, ...without(opened.headings)])
  for await (const row of opened.rows) {
    const { errors } = checkRow(row, opened)
    if (errors) yield toCsvLine([Object.values(errors).join('. '), ...without(row.cells)])
  }
}

/** The place of the column that an earlier download added, or -1. A column that fills a field is the person's own. */
function earlierToFix({ headings, columns }: OpenImport) {
  return Object.values(columns).includes(toFix) ? -1 : headings.indexOf(toFix)
}
