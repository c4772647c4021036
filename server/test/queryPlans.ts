import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { expect } from 'vitest'
import { statementChannel } from '#server/database/connectionPool.ts'
import type { Db } from '#server/database/database.ts'

/** A node of a plan, as `explain (analyze, verbose, format json)` shows it. */
export type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Output?: string[]
  Plans?: Plan[]
}

type Explained = { 'QUERY PLAN': [{ Plan: Plan }] }
type Query = { text: string; values: unknown[] }

/** The queries about enquiries, messages and notifications that a request sends to the database. */
export async function queriesOf(work: () => Promise<{ status: number }>) {
  const queries: Query[] = []
  const note = (statement: unknown) => queries.push(statement as Query)
  subscribe(statementChannel, note)
  const { status } = await work()
  unsubscribe(statementChannel, note)
  expect(status).toBeLessThan(300)
  return queries.filter(({ text }) => /\b(from|update)\s+\(?.*(enquiry|message|notification)/s.test(text))
}

export const planModes = ['force_custom_plan', 'force_generic_plan'] as const
export type PlanMode = (typeof planModes)[number]

/** The nodes of the plans of these queries, as PostgreSQL runs them in a transaction that is rolled back. */
export async function plansOfQueries(db: Db, queries: Query[], mode: PlanMode) {
  const plans: Plan[] = []
  const explained = db.begin(async (tx) => {
    await tx`select set_config('plan_cache_mode', ${mode}, true)`
    // The same message cannot be stored twice.
    const sent = queries.filter(({ text }) => text.includes('insert into message ')).flatMap(({ values }) => values)
    if (sent.length > 0) await tx`delete from message where id::text = any(${sent.map(String)}::text[])`
    for (const [at, { text, values }] of queries.entries()) {
      // Only a prepared statement can have a generic plan.
      await tx.unsafe(`prepare query_${at} as ${text}`)
      const given = values.length ? `(${values.map(literal).join()})` : ''
      const [row] = await tx.unsafe<Explained[]>(`explain (analyze, verbose, format json) execute query_${at}${given}`)
      plans.push(...nodesOf(row!['QUERY PLAN'][0].Plan))
      await tx.unsafe(`deallocate query_${at}`)
    }
    throw rollback
  })
  await expect(explained).rejects.toBe(rollback)
  return plans
}

const rollback = new Error('rolled back')

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return literal(`{${value.map((item) => JSON.stringify(String(item))).join()}}`)
  const text = value instanceof Date ? value.toISOString() : `${value as string | number | boolean}`
  return `'${text.replaceAll("'", "''")}'`
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
}

export function rowsRead(nodes: Plan[], table = 'enquiry') {
  return nodes
    .filter((node) => node['Relation Name'] === table)
    .reduce(
      (sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      0,
    )
}

const bigTables = ['enquiry', 'enquiry_words', 'message', 'document']

export function scannedWhole(nodes: Plan[], tables = bigTables) {
  const scanned = nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']!)
  return scanned.filter((name) => tables.includes(name))
}

export function mostSorted(nodes: Plan[]) {
  const sorts = nodes.filter((node) => node['Node Type'].includes('Sort'))
  return Math.max(0, ...sorts.map((node) => node['Actual Rows'] * node['Actual Loops']))
}
