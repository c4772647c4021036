import { type QueryArrayResult, types } from 'pg'
import type { Row, Rows } from './sql.ts'

/** PostgreSQL's type OIDs of `bigint` and `bigint[]` (catalog pg_type). */
const [bigint, bigints] = [20, 1016]

/** Parses `bigint` as a number, because no count in the product reaches 2^53. */
export const typeParsers = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    const parse = types.getTypeParser(oid, format)
    if (format === 'binary') return parse
    if (oid === bigint) return Number
    return oid === bigints ? (text: string) => (parse(text) as (string | null)[]).map(toNumber) : parse
  },
}

function toNumber(text: string | null) {
  return text === null ? null : Number(text)
}

export function toRows({ fields, rows, rowCount }: QueryArrayResult<unknown[]>): Rows {
  const names = fields.map(({ name }) => camelCase(name))
  const objects = rows.map((values) => {
    const row: Row = {}
    for (let at = 0; at < names.length; at++) row[names[at]!] = values[at]
    return row
  })
  // Not enumerable, so that it does not show when rows are compared or listed.
  return Object.defineProperty(objects, 'count', { value: rowCount ?? 0 }) as Rows
}

const camelCased = new Map<string, string>()

/** Caches only column names, so the cache stays small. */
function camelCase(name: string) {
  const known = camelCased.get(name)
  if (known !== undefined) return known
  const made = name.replace(/(?<=.)_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  camelCased.set(name, made)
  return made
}
