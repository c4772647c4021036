import { type QueryArrayResult, types } from 'pg'
import type { Row, Rows } from './sql.ts'

/** The types `bigint` and `bigint[]`, as PostgreSQL numbers them (catalog pg_type). */
const [bigint, bigints] = [20, 1016]

/** Numbers of 64 bits are numbers here: nothing that the product counts reaches 2^53. */
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
  const made = rows.map((values) => {
    const row: Row = {}
    for (let at = 0; at < names.length; at++) row[names[at]!] = values[at]
    return row
  })
  // Not to be seen where rows are compared or listed.
  return Object.defineProperty(made, 'count', { value: rowCount ?? 0 }) as Rows
}

const camelCased = new Map<string, string>()

/** Only names of columns come here, so this keeps no more than there are. */
function camelCase(name: string) {
  const known = camelCased.get(name)
  if (known !== undefined) return known
  const made = name.replace(/(?<=.)_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  camelCased.set(name, made)
  return made
}
