import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { testMark } from './markedDatabase.ts'
import { sharedTables } from './partition.ts'

/** Settings of a cluster that logs how it ran each statement, also inside functions (PostgreSQL, module `auto_explain`). */
export const explainingSettings = {
  shared_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': 0,
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
  'auto_explain.log_parameter_max_length': 0,
}

type Plan = { 'Node Type'?: string; 'Relation Name'?: string; 'Actual Loops'?: number; Plans?: Plan[] }
type Explained = { 'Query Text': string; Plan: Plan }

/** So begins the check of existing rows with which PostgreSQL adds a reference. */
const checkOfReference = 'SELECT fk.'

/** The statements in a log that read more than one partition, or a shared table without naming a company, each once. */
export async function findCrossCompanyStatements(log: string) {
  const found = new Set<string>()
  let count = 0
  for await (const { 'Query Text': text, Plan: plan } of readPlans(log)) {
    count++
    if (text.includes(testMark) || text.startsWith(checkOfReference)) continue
    if (new Set(partitionsIn(plan)).size > 1 || readsShared(plan)) found.add(text.replace(/\s+/g, ' ').trim())
  }
  if (count === 0) throw new Error(`There is no plan in ${log}`)
  return [...found].toSorted()
}

/** The lines of a plan begin with a tab. */
async function* readPlans(log: string): AsyncGenerator<Explained> {
  let lines: string[] | undefined
  for await (const line of createInterface({ input: createReadStream(log), crlfDelay: Infinity })) {
    if (lines && line.startsWith('\t')) lines.push(line)
    else {
      if (lines) yield JSON.parse(lines.join('\n')) as Explained
      lines = / duration: .* plan:$/.test(line) ? [] : undefined
    }
  }
}

function partitionsIn(plan: Plan): string[] {
  const [, part] = /_part(\d+)$/.exec(plan['Relation Name'] ?? '') ?? []
  const own = part && plan['Actual Loops'] !== 0 ? [part] : []
  return [...own, ...(plan.Plans ?? []).flatMap(partitionsIn)]
}

/** A comparison with a value or another table. A condition that any company meets compares the column with itself. */
const namesCompany = /\bcompany_id = (?!company_id\b|COALESCE)|(\$\d+|'\S+'::uuid|\w\.company_id) = company_id\b/

/** Whether a node reads a shared table, and neither it nor a join above it compares the company. */
function readsShared(plan: Plan, isJoined = false): boolean {
  const conditions = Object.entries(plan).flatMap(([key, value]) =>
    /(Cond|Filter)$/.test(key) && typeof value === 'string' ? [value] : [],
  )
  const isShared = plan['Node Type'] !== 'ModifyTable' && (plan['Relation Name'] ?? '') in sharedTables
  const isLimited = isJoined || conditions.some((each) => namesCompany.test(each))
  if (isShared && plan['Actual Loops'] !== 0 && !isLimited) return true
  const joinsHere = isJoined || conditions.some((each) => /company_id = (\w+\.)?company_id/.test(each))
  return (plan.Plans ?? []).some((child) => readsShared(child, joinsHere))
}
