import { setImmediate as breathe } from 'node:timers/promises'
import { limits } from '#contract/limits.ts'
import { invalid } from '#server/http/errors.ts'

/** Tells spreadsheets that the text behind it is UTF-8. */
export const byteOrderMark = '\uFEFF'

/** What a spreadsheet would carry out instead of showing; a quotation mark before it makes it text. */
const formula = /^[=+\-@\t\r＝＋－＠]/
const guardedFormula = /^'(?=[=+\-@\t\r＝＋－＠])/

/** One line as RFC 4180 writes it. */
export function toCsvLine(cells: (string | number)[]) {
  return `${cells.map((cell) => quoted(typeof cell === 'string' ? harmless(cell) : String(cell))).join(',')}\r\n`
}

function harmless(text: string) {
  return formula.test(text) ? `'${text}` : text
}

function quoted(text: string) {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export type CsvRow = { line: number; cells: string[] }

/** Characters between two breaths, in which the server answers others. */
const breathEvery = 100_000

/**
 * The rows of a text with commas, semicolons or tabs between the cells, without the empty ones. 400 where a quotation
 * mark is left open, or a line or a cell is longer than any of a table.
 */
export async function* csvRows(text: string): AsyncGenerator<CsvRow, undefined> {
  const reader = new CsvReader(text, delimiterOf(text))
  for (let next = breathEvery; !reader.isAtEnd;) {
    reader.skipEmptyLines(next)
    const row = reader.row()
    if (row.cells.some((cell) => cell.trim() !== '')) yield row
    if (reader.place < next) continue
    next = reader.place + breathEvery
    await breathe()
  }
}

function delimiterOf(text: string) {
  const heading = text.slice(0, 10_000).split(/[\r\n]/, 1)[0]!
  const count = (delimiter: string) => heading.split(delimiter).length
  return [',', ';', '\t'].reduce((best, other) => (count(other) > count(best) ? other : best))
}

class CsvReader {
  #at = 0
  #line = 1
  readonly #plain: RegExp

  constructor(
    readonly text: string,
    readonly delimiter: string,
  ) {
    this.#plain = new RegExp(`[^${delimiter}\\r\\n]{0,${limits.csvCellLength + 1}}`, 'y')
  }

  get place() {
    return this.#at
  }

  get isAtEnd() {
    return this.#at >= this.text.length
  }

  /** Those before a place. */
  skipEmptyLines(end: number) {
    while (this.#at < end && (this.text[this.#at] === '\n' || this.text[this.#at] === '\r')) this.#endOfLine()
  }

  row(): CsvRow {
    const line = this.#line
    const cells = [this.#cell()]
    while (this.text[this.#at] === this.delimiter) {
      this.#at++
      if (cells.length === limits.csvCells) throw this.#tooMuch(line, `more than ${most(limits.csvCells)} cells`)
      cells.push(this.#cell())
    }
    this.#endOfLine()
    return { line, cells }
  }

  #cell() {
    const line = this.#line
    const value = this.text[this.#at] === '"' ? this.#quotedPart() + this.#plainPart() : this.#plainPart()
    if (value.length > limits.csvCellLength) throw this.#tooLong(line)
    return value.replace(guardedFormula, '')
  }

  #quotedPart() {
    const openedIn = this.#line
    let value = ''
    for (let from = ++this.#at; ; from = this.#at) {
      const end = this.text.indexOf('"', from)
      if (end === -1) throw invalid({ file: `Line ${openedIn}: a quotation mark is not closed` })
      value += this.text.slice(from, end)
      if (value.length > limits.csvCellLength) throw this.#tooLong(openedIn)
      this.#at = end + 1
      if (this.text[this.#at] !== '"') break
      value += '"'
      this.#at++
    }
    this.#line += value.match(/\r\n?|\n/g)?.length ?? 0
    return value
  }

  #plainPart() {
    this.#plain.lastIndex = this.#at
    const [part] = this.#plain.exec(this.text)!
    this.#at += part.length
    return part
  }

  #tooLong(line: number) {
    return this.#tooMuch(line, `a cell of more than ${most(limits.csvCellLength)} characters`)
  }

  #tooMuch(line: number, what: string) {
    return invalid({ file: `Line ${line} has ${what}. Is this the right file?` })
  }

  #endOfLine() {
    if (this.text[this.#at] === '\r') this.#at++
    if (this.text[this.#at] === '\n') this.#at++
    this.#line++
  }
}

function most(count: number) {
  return count.toLocaleString('en')
}
