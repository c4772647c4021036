import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#server/test/backups/backups.ts'
import { startCluster } from '#server/test/database/cluster.ts'
import { withoutExceptions } from '#server/test/database/crossCompanyStatements.ts'
import { goThrough, noPolling } from '#server/test/database/journey.ts'
import { findCompanyTables, partitionTables, sharedTables } from '#server/test/database/partition.ts'
import { explainingSettings, findCrossCompanyStatements } from '#server/test/database/partitionUse.ts'
import { secondServer, testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'
import { whenDone } from '#server/test/whenDone.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

type Rule = { of: string; text: string; columns: string[]; target: string | null }

test('keys, unique indexes and references of companies’ tables include the company, except in the shared tables [D13.4]', async () => {
  const { db } = await testApp()
  const tables = await findCompanyTables(db)
  const rules = await db<Rule[]>`
    select conrelid::regclass::text as of, pg_get_constraintdef(c.oid) as text, confrelid::regclass::text as target,
      array(select attname::text from pg_attribute where attrelid = conrelid and attnum = any(conkey)) as columns
    from pg_constraint c where contype in ('p', 'u', 'f') and conrelid::regclass::text = any(${tables})
    union all
    select indrelid::regclass::text, pg_get_indexdef(indexrelid), null,
      array(select attname::text from pg_attribute where attrelid = indrelid and attnum = any(indkey))
    from pg_index where indisunique and indrelid::regclass::text = any(${tables})`
  expect(rules.length).toBeGreaterThan(tables.length)
  const without = rules.filter(({ columns }) => !columns.includes('company_id'))
  const isToShared = ({ target }: Rule) => Boolean(target) && !tables.includes(target!)
  expect([...new Set(without.filter((rule) => !isToShared(rule)).map(({ of }) => of))].toSorted()).toEqual(
    Object.keys(sharedTables),
  )
})

test('only these tables have no company [D13.4]', async () => {
  const { db } = await testApp()
  const tables = await db<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all(${await findCompanyTables(db)})`
  expect(tables.map(({ name }) => name).toSorted()).toEqual([
    'company',
    'file_sweep',
    'mail_outbox',
    'mailbox',
    'migration',
    'migration_progress',
    'operator_task',
    'sign_in_failure',
  ])
})

test('the product works on tables that are partitioned by company, and each statement reads one partition [D13.4]', async () => {
  const settings = Object.entries(explainingSettings).map(([name, value]) => `${name} = ${value}`)
  const { connection } = await startCluster({
    settings: ['logging_collector = on', "log_directory = 'log'", "log_filename = 'plans.log'", ...settings],
  })
  const db = openDatabase(connection, 2)
  whenDone(() => db.end())
  await migrate(db)
  await partitionTables(db, 4)
  const first = await testApp()
  const [server, other] = [1, 2].map(() => secondServer({ ...first, connection }, noPolling))
  await goThrough(await server!, await other!)
  const log = join(connection.host, 'data/log/plans.log')
  await db`select 'the end' as "end of the test"`
  await waitFor(async () => expect((await readFile(log, 'utf8')).includes('end of the test')).toBe(true))
  expect(withoutExceptions(await findCrossCompanyStatements(log))).toEqual([])
})

function planOf(parts: string[], loops = 1) {
  return {
    'Query Text': `select\n ${parts.length} from message`,
    Plan: { Plans: parts.map((part) => ({ 'Relation Name': `message_part${part}`, 'Actual Loops': loops })) },
  }
}

function logged(plan: object) {
  return `2026-11-26 [1] LOG:  duration: 0.1 ms  plan:\n${JSON.stringify(plan, null, 2).replaceAll(/^/gm, '\t')}\n`
}

test('a statement that reads the partitions of several companies is found [D13.4]', async () => {
  const folder = await temporaryFolder()
  const log = join(folder, 'plans.log')
  const plans = [planOf(['0']), planOf(['1', '3']), planOf(['0', '1', '2', '3'], 0)]
  await writeFile(log, ['LOG:  ready\n', ...plans.map(logged), 'LOG:  the end\n'].join(''))
  expect(await findCrossCompanyStatements(log)).toEqual(['select 2 from message'])
})
