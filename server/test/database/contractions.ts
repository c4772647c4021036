import type { Column, Part, readSchema } from '#server/database/schemaDocument.ts'

type Schema = Awaited<ReturnType<typeof readSchema>>

/**
 * Lists what a server of the version before would miss in a schema, or could no longer write, such as
 * `note.text text not null has gone`. Empty if the schema was only expanded.
 */
export function listContractions(before: Schema, after: Schema) {
  const had = linesOf(before)
  const has = new Set(linesOf(after))
  const gone = had.filter((line) => !has.has(line)).map((line) => `${line} has gone`)
  return [...gone, ...addedColumns(before, after), ...addedRules(before, after), ...addedReferences(before, after)]
}

function linesOf({ columns, constraints, indexes, triggers, functions }: Schema) {
  const rules = [...constraints, ...indexes, ...triggers].map(({ of, text }) => `${of}: ${text}`)
  return [...columns.map(describe), ...rules, ...functions.map(({ text }) => text)]
}

function describe({ of, column, type, isRequired, default: value }: Column) {
  return `${of}.${column} ${type}${isRequired ? ' not null' : ''}${value === null ? '' : ` default ${value}`}`
}

/** An older server gives new columns of its tables no value. */
function addedColumns(before: Schema, after: Schema) {
  const added = newColumns(before, after)
  return added
    .filter(({ isRequired, default: value }) => isRequired && value === null)
    .map((column) => `${describe(column)} needs a value`)
}

function newColumns(before: Schema, after: Schema) {
  const tables = new Set(before.columns.map(({ of }) => of))
  const known = new Set(before.columns.map(({ of, column }) => `${of}.${column}`))
  return after.columns.filter(({ of, column }) => tables.has(of) && !known.has(`${of}.${column}`))
}

/** New constraints, unique indexes and triggers on what an older server writes. It gives new columns no value. */
function addedRules(before: Schema, after: Schema) {
  const tables = new Set(before.columns.map(({ of }) => of))
  const known = new Set(linesOf(before))
  const columns = newColumns(before, after)
  const isAboutNew = ({ of, text }: Part) =>
    !text.includes('IS NOT NULL') &&
    columns.some((each) => each.of === of && new RegExp(`\\b${each.column}\\b`).test(text))
  const unique = after.indexes.filter(({ text }) => text.includes(' unique '))
  return [...after.constraints, ...unique, ...after.triggers]
    .filter((rule) => tables.has(rule.of) && !known.has(`${rule.of}: ${rule.text}`) && !isAboutNew(rule))
    .map(({ of, text }) => `${of}: ${text} restricts what is written`)
}

/** New references that keep an older server from deleting rows, because it does not know them. */
function addedReferences(before: Schema, after: Schema) {
  const tables = new Set(before.columns.map(({ of }) => of))
  const known = new Set(linesOf(before))
  return after.constraints
    .filter(({ of, text }) => {
      const [, target] = /^FOREIGN KEY .* REFERENCES (\w+)/.exec(text) ?? []
      const isNew = target && tables.has(target) && !known.has(`${of}: ${text}`)
      return isNew && !/ ON DELETE (CASCADE|SET NULL)/.test(text)
    })
    .map(({ of, text }) => `${of}: ${text} keeps rows from being deleted`)
}
