/** The callers of the tests of roles. */
export const columns = ['owner', 'agent', 'member', 'viewer', 'stranger', 'expired token', 'no token'] as const
export type Column = (typeof columns)[number]

/** The answers to the callers of a route: the status, and the body of a response that is JSON or CSV. */
export type Answers = { route: string; answers: { column: Column; status: number; body: string }[] }

/** Replaces the tables of both sections of the document. Everything else in it is written by hand. */
export function rolesDocument(document: string, routes: Answers[]) {
  const withStatuses = withTable(document, 'Statuses', ['route', ...columns], routes.map(statusRow))
  return withTable(withStatuses, 'Fields', ['route', 'fields'], routes.flatMap(fieldsRow))
}

function statusRow({ route, answers }: Answers) {
  return [shortened(route), ...answers.map(({ status }) => String(status))]
}

/** None if nobody gets any field. */
function fieldsRow({ route, answers }: Answers) {
  const got = answers.filter(({ status }) => status < 300).map(({ column, body }) => [column, fieldsIn(body)] as const)
  const all = [...new Set(got.flatMap(([, fields]) => fields))].toSorted()
  if (all.length === 0) return []
  const byCallers = new Map<string, string[]>()
  for (const field of all) {
    const callers = got.filter(([, fields]) => fields.includes(field)).map(([column]) => column)
    byCallers.set(callers.join(', '), [...(byCallers.get(callers.join(', ')) ?? []), field])
  }
  const everyone = got.map(([column]) => column).join(', ')
  const parts = Array.from(byCallers, ([callers, fields]) =>
    callers === everyone ? fields.join(', ') : `**${callers}:** ${fields.join(', ')}`,
  )
  return [[shortened(route), parts.join('; ')]]
}

/** The paths of the values in `data`, or the headings of a CSV file. */
function fieldsIn(body: string): string[] {
  try {
    return [...new Set(pathsIn(JSON.parse(body).data))]
  } catch {
    const [heading = ''] = body.replace('\uFEFF', '').split('\r\n')
    return heading.includes(',') ? heading.split(',') : []
  }
}

function pathsIn(value: unknown, path = ''): string[] {
  if (Array.isArray(value))
    return value.length === 0 ? [`${path}[]`] : value.flatMap((each) => pathsIn(each, `${path}[]`))
  if (value === null || typeof value !== 'object') return path === '' ? [] : [path]
  return Object.entries(value).flatMap(([key, each]) => {
    const name = /^[\da-f]{8}-[\da-f-]{27}$/.test(key) ? '{id}' : key
    return pathsIn(each, path === '' ? name : `${path}.${name}`)
  })
}

function shortened(route: string) {
  return route.replace(' /api', ' ')
}

function withTable(document: string, heading: string, head: string[], rows: string[][]) {
  const section = new RegExp(String.raw`(^## ${heading}$[^#]*?\n\n)(?:\|.*\n)+`, 'm')
  if (!section.test(document)) throw new Error(`docs/roles.md needs a table below '## ${heading}'`)
  return document.replace(section, (_, before: string) => before + table(head, rows))
}

/** With aligned columns, as the formatter of the repository writes tables. */
function table(head: string[], rows: string[][]) {
  const widths = head.map((cell, index) => Math.max(...[head, ...rows].map((row) => row[index]!.length), cell.length))
  const line = (cells: string[]) => `| ${cells.map((cell, index) => cell.padEnd(widths[index]!)).join(' | ')} |\n`
  return [head, widths.map((width) => '-'.repeat(width)), ...rows].map(line).join('')
}
