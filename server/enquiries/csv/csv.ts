import { pipeline, Readable } from 'node:stream'
import { CsvError, parse, type InfoRecord, type Parser } from 'csv-parse'
import { limits } from '#contract/limits.ts'
import { invalid } from '#server/http/errors.ts'
import { yieldToEventLoop } from '#server/yieldToEventLoop.ts'

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

function escapeFormulas(text: string) {
  return text.replace(formulaStart, "'")
}

/** Cells with leading or trailing white space are quoted too, because an import trims unquoted cells. */
function quoted(text: string) {
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export type CsvRow = { line: number; cells: string[] }

/**
 * Yields the rows of a UTF-8 file that are not empty. Cells are separated by commas, semicolons or tabs. Throws 400 for a
 * quotation mark that is not closed or is inside an unquoted cell, and for a line that is too long to be one of a table.
 */
export async function* csvRows(file: Buffer): AsyncGenerator<CsvRow, undefined> {
  const bytes = withoutByteOrderMark(file)
  const lines = new LineCounter(bytes)
  const parser = parserFor(bytes)
  // The loop below throws the errors of the pipeline.
  pipeline(Readable.from(pieces(bytes, parser)), parser, () => {})
  let line = await lines.lineAt(0)
  let rows = 0
  try {
    for await (const { record: cells, info } of parser as AsyncIterable<{ record: string[]; info: InfoRecord }>) {
      if (++rows > limits.csvRows) throw tooManyRows()
      if (cells.length > limits.csvCells)
        throw implausibleLine(line, `has more than ${formatCount(limits.csvCells)} cells`)
      if (cells.some((cell) => cell.trim() !== '')) yield { line, cells: cells.map(unescapeFormulas) }
      line = await lines.lineAt(info.bytes)
      await yieldToEventLoop()
    }
  } catch (error) {
    throw toRefusal(error, await lines.lineAt(parser.info.bytes))
  }
}

function withoutByteOrderMark(file: Buffer) {
  const mark = Buffer.from(byteOrderMark)
  return file.subarray(0, mark.length).equals(mark) ? file.subarray(mark.length) : file
}

function parserFor(bytes: Buffer) {
  return parse({
    delimiter: delimiterOf(bytes),
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
    const ended = info.records + info.empty_lines
    if (ended > rows) rowFrom = from
    rows = ended
    if (from - rowFrom > limits.csvLineBytes) throw new LineTooLong()
  }
}

class LineTooLong extends Error {}

function toRefusal(error: unknown, line: number) {
  if (error instanceof LineTooLong)
    return implausibleLine(line, `is longer than ${formatCount(limits.csvLineBytes)} bytes`)
  if (!(error instanceof CsvError)) return error
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return invalid({ file: `Line ${line}: a quotation mark is not closed` })
  const remedy = 'Put the whole cell in quotation marks, and double the ones inside it'
  return invalid({ file: `Line ${line}: there is a quotation mark inside a cell. ${remedy}` })
}

function tooManyRows() {
  const remedy = 'Delete the empty ones, or split the file into smaller ones'
  return invalid({ file: `The file has more than ${formatCount(limits.csvRows)} rows. ${remedy}` })
}

function implausibleLine(line: number, problem: string) {
  return invalid({ file: `Line ${line} ${problem}. Is this the right file?` })
}

function unescapeFormulas(cell: string) {
  return cell.replace(escapedFormulaStart, '')
}

/** Finds the line of a place in a file. Places must be in ascending order. */
class LineCounter {
  #at = 0
  #line = 1

  constructor(readonly bytes: Buffer) {}

  /** The line of the first character at or after a place that is not blank. */
  async lineAt(place: number) {
    while (this.#at < this.bytes.length && (this.#at < place || isBlank(this.bytes[this.#at]!))) {
      this.#step()
      if (this.#at % pieceBytes === 0) await yieldToEventLoop()
    }
    return this.#line
  }

  #step() {
    const byte = this.bytes[this.#at++]
    if (byte === newLine || (byte === carriageReturn && this.bytes[this.#at] !== newLine)) this.#line++
  }
}

const newLine = 0x0a
const carriageReturn = 0x0d

function isBlank(byte: number) {
  return byte === 0x20 || (byte >= 0x09 && byte <= carriageReturn)
}

function formatCount(count: number) {
  return count.toLocaleString('en')
}
