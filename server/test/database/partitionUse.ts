import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { testMark } from './markedDatabase.ts'

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

type Plan = { 'Relation Name'?: string; 'Actual Loops'?: number; Plans?: Plan[] }
type Explained = { 'Query Text': string; Plan: Plan }

/** The statements in a log that read more than one partition, each once. */
export async function findCrossCompanyStatements(log: string) {
  const found = new Set<string>()
  let count = 0
  for await (const { 'Query Text': text, Plan: plan } of readPlans(log)) {
    count++
    if (text.includes(testMark)) continue
    if (new Set(partitionsIn(plan)).size > 1) found.add(text.replace(/\s+/g, ' ').trim())
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
