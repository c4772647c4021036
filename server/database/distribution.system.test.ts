import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#server/test/backups/backups.ts'
import { startCluster } from '#server/test/database/cluster.ts'
import { withoutExceptions } from '#server/test/database/crossCompanyStatements.ts'
import { goThrough, noPolling } from '#server/test/database/journey.ts'
import {
  findCompanyTables,
  findReferencesToDistributed,
  findRulesWithoutCompany,
  partitionTables,
} from '#server/test/database/partition.ts'
import { explainingSettings, findCrossCompanyStatements } from '#server/test/database/partitionUse.ts'
import { registerOwner } from '#server/test/people.ts'
import { secondServer, testApp } from '#server/test/testApp.ts'
import { visitorOf } from '#server/test/visitors.ts'
import { waitFor } from '#server/test/waitFor.ts'
import { whenDone } from '#server/test/whenDone.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

test('keys, unique indexes and references of companies’ tables include the company, except these [D13.4]', async () => {
  const { db } = await testApp()
  expect(await findRulesWithoutCompany(db)).toEqual([
    'app_user_confirmed_email',
    'customer_form_slug_key',
    'incoming_mail_pkey',
    'incoming_mail_uid',
  ])
})

test.each([
  ['a unique index', 'create unique index one_more on app_user (name)'],
  ['a unique constraint', 'alter table incoming_mail add constraint one_more unique (sha256)'],
  [
    'a reference',
    'alter table customer_form add form uuid, add constraint one_more foreign key (form) references company',
  ],
])('%s without the company is found in a table that is not distributed, too [D13.4]', async (_called, sql) => {
  const { db } = await testApp()
  await db.unsafe(sql)
  expect(await findRulesWithoutCompany(db)).toContain('one_more')
})

test('only these references lead from a table that is not distributed to one that is [D13.4]', async () => {
  const { db } = await testApp()
  expect(await findReferencesToDistributed(db)).toEqual(['app_user_participant', 'app_user_picture', 'company_logo'])
})

test('only these tables have no company [D13.4]', async () => {
  const { db } = await testApp()
  const tables = await db<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> all(${await findCompanyTables(db)})`
  expect(tables.map(({ name }) => name).toSorted()).toEqual([
    'company',
    'file_sweep',
    'mail_outbox',
    'mailbox',
    'migration',
    'migration_progress',
    'operator_task',
    'sent_mail',
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
  const starting = [1, 2].map(() => secondServer({ ...first, connection }, noPolling))
  const [server, other] = await Promise.all(starting)
  await goThrough(server!, other!)
  const customer = await visitorOf(await registerOwner(server!))
  expect((await customer.say('Is there any news?')).status).toBe(201)
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

async function crossCompanyStatementsIn(plans: object[]) {
  const log = join(await temporaryFolder(), 'plans.log')
  await writeFile(log, ['LOG:  ready\n', ...plans.map(logged), 'LOG:  the end\n'].join(''))
  return findCrossCompanyStatements(log)
}

test('a statement that reads the partitions of several companies is found [D13.4]', async () => {
  const plans = [planOf(['0']), planOf(['1', '3']), planOf(['0', '1', '2', '3'], 0)]
  expect(await crossCompanyStatementsIn(plans)).toEqual(['select 2 from message'])
})

test('a statement that reads a shared table without the company is found [D13.4]', async () => {
  const people = { 'Node Type': 'Seq Scan', 'Relation Name': 'app_user', 'Actual Loops': 1 }
  const statements = Object.entries({
    all: people,
    oneAddress: { ...people, Filter: "(lower(email) = 'ann@a.example'::text)" },
    anyCompany: { ...people, Filter: '((lower(email) = $1) AND (company_id = COALESCE($2, company_id)))' },
    oneCompany: { ...people, 'Index Cond': '((company_id = $1) AND (id = $2))' },
    authors: { 'Hash Cond': '((u.company_id = m.company_id) AND (u.id = m.sender_id))', Plans: [people] },
    companies: { 'Hash Cond': '(u.company_id = c.id)', Plans: [people] },
    neverRun: { ...people, 'Actual Loops': 0 },
    added: { Plans: [], 'Node Type': 'ModifyTable', 'Relation Name': 'app_user', 'Actual Loops': 1 },
  })
  const plans = statements.map(([text, plan]) => ({ 'Query Text': text, Plan: plan }))
  expect(await crossCompanyStatementsIn(plans)).toEqual(['all', 'anyCompany', 'companies', 'oneAddress'])
})
