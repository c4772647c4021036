import { escapeIdentifier } from 'pg'

/** A query in PostgreSQL's format: `$1` is the first of `values`. */
export type Statement = {
  text: string
  values: unknown[]
  /** Whether the connection keeps a prepared statement for reuse. */
  isPrepared: boolean
  /** Whether it may contain several statements, or one that cannot run in a transaction. */
  isScript: boolean
}

export type Row = Record<string, any>
export type Rows<T extends readonly object[] = Row[]> = T & {
  /** How many rows the statement returned or changed. */
  count: number
}

type Run = (statement: Statement) => Promise<Rows<any>>

/** A query, which runs when it is awaited, or a fragment, which another query includes. */
export class Query<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Query'
  #running: Promise<T> | undefined
  #isPrepared: boolean

  constructor(
    private readonly run: Run,
    readonly strings: readonly string[],
    readonly values: readonly unknown[],
    private readonly isScript = false,
  ) {
    this.#isPrepared = !isScript
  }

  /** Runs without a prepared statement, so that PostgreSQL plans the query for its actual values. */
  unprepared() {
    this.#isPrepared = false
    return this
  }

  // oxlint-disable-next-line unicorn/no-thenable -- a query is awaited like any other promise
  then<A = T, B = never>(
    onDone?: ((rows: T) => A | PromiseLike<A>) | null,
    onFailed?: ((error: any) => B | PromiseLike<B>) | null,
  ) {
    return this.#start().then(onDone, onFailed)
  }

  catch<B = never>(onFailed?: ((error: any) => B | PromiseLike<B>) | null) {
    return this.#start().catch(onFailed)
  }

  finally(onSettled?: (() => void) | null) {
    return this.#start().finally(onSettled)
  }

  #start() {
    this.#running ??= this.run({ ...compile(this), isPrepared: this.#isPrepared, isScript: this.isScript })
    return this.#running
  }
}

class Identifier {
  constructor(readonly name: string) {}
}

class RowValues {
  constructor(
    readonly rows: readonly Row[],
    readonly columns: readonly string[],
  ) {}
}

/** Builds queries from templates: values become parameters, and nested queries are included. */
export interface Sql {
  <T extends readonly object[] = Row[]>(strings: TemplateStringsArray, ...values: unknown[]): Query<Rows<T>>
  /** The name of a table or a column. */
  (name: string): Identifier
  /** After `insert into …`, the columns and values of these rows; after `set`, the assignments of one row. All columns, or those named. */
  <T extends object>(rows: T | readonly T[], ...columns: (keyof T & string)[]): RowValues
  /** Raw SQL, sent or included without escaping. */
  unsafe<T extends readonly object[] = Row[]>(text: string): Query<Rows<T>>
  json(value: unknown): string
  run: Run
}

/** An open transaction. Writes take one of these. */
export interface Tx extends Sql {
  /** Sends a statement whose result is not needed, without waiting for it. If it fails, so does the transaction. */
  send(query: Query<unknown>): void
  /** Sends a statement together with the commit, so that others wait as briefly as possible for the rows that it locks. */
  sendLast(query: Query<unknown>): void
}

export function sqlFor(run: Run): Sql {
  const build = (first: TemplateStringsArray | string | object | readonly object[], ...values: unknown[]) => {
    if (typeof first === 'string') return new Identifier(first)
    if (Array.isArray(first) && 'raw' in first) return new Query(run, first, values)
    const rows = [first].flat()
    return new RowValues(rows, values.length > 0 ? (values as string[]) : Object.keys(rows[0]!))
  }
  return Object.assign(build, {
    unsafe: (text: string) => new Query(run, [text], [], true),
    json: (value: unknown) => JSON.stringify(value),
    run,
  }) as Sql
}

/** Throws a TypeError for an undefined value, which is more likely a mistake than a null. */
function compile(query: Query<unknown>) {
  const statement = { text: '', values: [] as unknown[] }
  append(statement, query)
  return statement
}

type Compiled = { text: string; values: unknown[] }

function append(statement: Compiled, { strings, values }: Query<unknown>) {
  for (const [index, string] of strings.entries()) {
    statement.text += string
    if (index < values.length) appendValue(statement, values[index])
  }
}

function appendValue(statement: Compiled, value: unknown) {
  if (value instanceof Query) append(statement, value)
  else if (value instanceof Identifier) statement.text += quoted(value.name)
  else if (value instanceof RowValues) appendRows(statement, value)
  else appendParameter(statement, value)
}

function appendParameter(statement: Compiled, value: unknown) {
  if (value === undefined) throw new TypeError(`A value is undefined, after: ${statement.text.slice(-100)}`)
  statement.values.push(value)
  statement.text += `$${statement.values.length}`
}

function appendRows(statement: Compiled, { rows, columns }: RowValues) {
  if (/\bset\s*$/i.test(statement.text))
    return appendList(statement, columns, (column) => {
      statement.text += `${quoted(column)} = `
      appendValue(statement, rows[0]![column])
    })
  statement.text += `(${columns.map(quoted).join(', ')}) values `
  appendList(statement, rows, (row) => {
    statement.text += '('
    appendList(statement, columns, (column) => appendValue(statement, row[column]))
    statement.text += ')'
  })
}

function appendList<T>(statement: Compiled, items: readonly T[], appendItem: (item: T) => void) {
  for (const [index, item] of items.entries()) {
    if (index > 0) statement.text += ', '
    appendItem(item)
  }
}

/** Turns `enquiryNo` into the column `enquiry_no`. */
function quoted(name: string) {
  return escapeIdentifier(name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
}
