import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Connection } from '#server/database/connectionPool.ts'
import { type Db, openDatabase } from '#server/database/database.ts'
import { withEmbeddedPostgres } from '#server/database/embedded/embeddedPostgres.ts'
import { accountFor } from '#server/database/embedded/postgresAccount.ts'
import { prepareCluster } from '#server/database/embedded/postgresCluster.ts'
import { findProgramsOf } from '#server/database/embedded/postgresPrograms.ts'
import { programsFolder } from '#server/database/embedded/previousPackage.ts'
import { migrate } from '#server/database/migrate.ts'
import { faults, isFull, runCommand, runProgram, seed } from './interrupted.ts'

const programs17 = process.env.POSTGRES17_PATH
const root = resolve('test-results/faults/next-postgres', isFull ? 'full' : 'small')
const [original, folder] = [join(root, 'original'), join(root, 'data')]
/** About how long the first start takes, on a slow machine. */
const upgradeMs = 8000
const installMs = 4000
const companies = 20_000

test.skip(!programs17, 'PostgreSQL 17 could not be installed')

test.beforeAll(async () => {
  console.log(`seed ${seed}`)
  rmSync(root, { recursive: true, force: true })
  mkdirSync(original, { recursive: true })
  symlinkSync(programs17!, programsFolder(original, 17))
  const cluster = join(original, 'postgres')
  const account = await accountFor(cluster)
  const programs = await findProgramsOf(17, account, { dataFolder: original, report: console.log })
  await prepareCluster(cluster, programs, account)
  await withEmbeddedPostgres(original, fill)
})

async function fill(connection: Connection) {
  const db = openDatabase(connection, 2)
  await migrate(db)
  await db`
    insert into company (id, name)
    select gen_random_uuid(), 'Company ' || n from generate_series(1, ${companies}::int) n`
  await db.end()
}

/** The major version of PostgreSQL, how many companies there are, and a hash of them. */
function stateOf(place: string) {
  return withEmbeddedPostgres(place, async (connection) => {
    const db = openDatabase(connection, 1)
    return readState(db).finally(() => db.end())
  })
}

async function readState(db: Db) {
  const [state] = await db<{ version: string; count: number; hash: string }[]>`
    select current_setting('server_version') as version, count(*)::int as count,
      md5(string_agg(company::text, '|' order by id)) as hash
    from company`
  return { ...state!, version: state!.version.slice(0, 2) }
}

function startServer(fault = {}) {
  return runProgram(folder, ['dist/server/main.js'], fault, { until: 'Ready at' })
}

function keptIn(place: string) {
  return readdirSync(place).filter((name) => name.startsWith('before-upgrade-'))
}

function copyOriginal({ withPrograms }: { withPrograms: boolean }) {
  rmSync(folder, { recursive: true, force: true })
  cpSync(original, folder, { recursive: true })
  if (!withPrograms) rmSync(programsFolder(folder, 17))
}

test('an update of PostgreSQL that is killed or meets a full disk at any moment ends with every row in both [D13.4]', async () => {
  test.setTimeout(7_200_000)
  const before = await stateOf(original)
  expect(before).toMatchObject({ version: '17', count: companies })
  const outcomes = { interrupted: 0, finished: 0 }
  for (const fault of faults(upgradeMs, 20_000)) {
    copyOriginal({ withPrograms: true })
    const first = await startServer(fault)
    outcomes[first.output.includes('Ready at') ? 'finished' : 'interrupted'] += 1

    const second = await startServer()
    expect(second.output, JSON.stringify(fault)).toContain('Ready at')
    expect(await stateOf(folder), JSON.stringify(fault)).toEqual({ ...before, version: '18' })
    const [kept, ...others] = keptIn(folder)
    expect(others).toEqual([])
    expect(readFileSync(join(folder, kept!, 'postgres/PG_VERSION'), 'utf8')).toBe('17\n')
    expect(readdirSync(folder).filter((name) => /\.(partial|ready)$/.test(name))).toEqual([])

    expect((await runCommand(folder, 'rollback', ['--yes'])).output).toContain('Back in the state of')
    expect(await stateOf(folder), JSON.stringify(fault)).toEqual(before)
  }
  console.log(`update of PostgreSQL: ${JSON.stringify(outcomes)}`)
  expect(outcomes.interrupted).toBeGreaterThan(0)
})

test('an installation of the earlier PostgreSQL that is killed at any moment begins again [D13.4]', async () => {
  test.setTimeout(3_600_000)
  const before = await stateOf(original)
  for (const fault of faults(installMs, 0)) {
    if (fault.killAfterMs === undefined) continue
    copyOriginal({ withPrograms: false })
    await startServer(fault)
    const second = await startServer()
    expect(second.output, JSON.stringify(fault)).toContain('Ready at')
    expect(await stateOf(folder)).toEqual({ ...before, version: '18' })
    expect(readdirSync(folder).filter((name) => name.includes('.partial'))).toEqual([])
  }
})
