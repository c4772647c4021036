import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { type Db, openDatabase } from '#server/database/database.ts'
import { withEmbeddedPostgres } from '#server/database/embedded/embeddedPostgres.ts'
import { accountFor } from '#server/database/embedded/postgresAccount.ts'
import { prepareCluster } from '#server/database/embedded/postgresCluster.ts'
import { findProgramsOf } from '#server/database/embedded/postgresPrograms.ts'
import { programsFolder } from '#server/database/embedded/previousPackage.ts'
import { migrate } from '#server/database/migrate.ts'
import { disksThatFillUp, type Fault, isFull, kills, runCommand, runProgram, seed } from './interrupted.ts'
import { SmallDisk } from './smallDisk.ts'

const root = resolve('test-results/faults/upgrades', isFull ? 'full' : 'small')
const [original, original17] = [join(root, 'original'), join(root, 'original17')]
const disk = new SmallDisk(join(root, 'disk'))
const folder = join(disk.folder, 'data')
const programs17 = process.env.POSTGRES17_PATH
const migrations = readdirSync('server/database/migrations').toSorted()
const old = migrations.slice(0, 10)
/** About how long npm takes to install PostgreSQL 17. */
const installMs = 4000
const companies = 20_000
/** Where a start ends because of a full disk, the last line says so, and there is no stack. */
const saysToMakeRoom = /(^|\n)\S[^\n]*Make room[^\n]*\n$/

test.beforeAll(async () => {
  console.log(`seed ${seed}`)
  disk.unmount()
  rmSync(root, { recursive: true, force: true })
  mkdirSync(original, { recursive: true })
  disk.mount()
  await inDatabase(original, async (db) => {
    await migrate(db, { only: old })
    await db`insert into company (id, name) values (gen_random_uuid(), 'Old & Co')`
  })
  if (programs17) await makeOriginal17(programs17)
})

test.afterAll(() => disk.unmount())

/** A data folder of PostgreSQL 17, also with older migrations. */
async function makeOriginal17(programsPath: string) {
  mkdirSync(original17, { recursive: true })
  symlinkSync(programsPath, programsFolder(original17, 17))
  const cluster = join(original17, 'postgres')
  const account = await accountFor(cluster)
  const programs = await findProgramsOf(17, account, { dataFolder: original17, report: console.log })
  await prepareCluster(cluster, programs, account)
  await inDatabase(original17, async (db) => {
    await migrate(db, { only: old })
    await db`
      insert into company (id, name)
      select gen_random_uuid(), 'Company ' || n from generate_series(1, ${companies}::int) n`
  })
}

function copyOf(place: string) {
  rmSync(folder, { recursive: true, force: true })
  cpSync(place, folder, { recursive: true })
}

function inDatabase<T>(place: string, use: (db: Db) => Promise<T>) {
  return withEmbeddedPostgres(place, (connection) => {
    const db = openDatabase(connection, 2)
    return use(db).finally(() => db.end())
  })
}

/** The applied migrations, and the companies. */
function stateOf(place: string) {
  return inDatabase(place, async (db) => ({
    applied: await appliedTo(db),
    companies: await db`select name from company`,
  }))
}

async function appliedTo(db: Db) {
  return (await db<{ name: string }[]>`select name from migration order by name`).map(({ name }) => name)
}

/** The major version of PostgreSQL as well, and a hash of the companies, which are many. */
function stateOf17(place: string) {
  return inDatabase(place, async (db) => {
    const [state] = await db<{ version: string; count: number; hash: string }[]>`
      select current_setting('server_version') as version, count(*)::int as count,
        md5(string_agg(id || name || created_at, '|' order by id)) as hash
      from company`
    return { ...state!, version: state!.version.slice(0, 2), applied: await appliedTo(db) }
  })
}

function start(fault: Fault = {}) {
  return disk.meet(fault, () => runProgram(folder, ['dist/server/main.js'], fault, { until: 'Ready at' }))
}

function copiesIn(place: string) {
  return readdirSync(place).filter((name) => name.startsWith('before-upgrade-'))
}

function migrationsOf(copy: string) {
  return JSON.parse(readFileSync(join(folder, copy, 'about.json'), 'utf8')).applied
}

async function interruptUpdates(faults: (cost: { ms: number }) => Iterable<Fault>) {
  copyOf(original)
  const outcomes = { interrupted: 0, finished: 0 }
  for (const fault of faults(await start())) {
    copyOf(original)
    const first = await start(fault)
    outcomes[first.output.includes('Ready at') ? 'finished' : 'interrupted'] += 1
    if (!first.output.includes('Ready at') && !fault.killAfterMs) expect(first.output).toMatch(saysToMakeRoom)

    const second = await start()
    expect(second.output, JSON.stringify(fault)).toContain('Ready at')
    expect(await stateOf(folder)).toEqual({ applied: migrations, companies: [{ name: 'Old & Co' }] })
    const copies = copiesIn(folder)
    // Before the first migration is applied, the older version may have run and written again, so a new start copies again.
    expect(copies.map(migrationsOf)).toEqual(Array.from({ length: copies.length === 2 ? 2 : 1 }, () => old))

    expect((await runCommand(folder, 'rollback', ['--yes'])).output).toContain('Back in the state of')
    expect(await stateOf(folder)).toEqual({ applied: old, companies: [{ name: 'Old & Co' }] })
  }
  console.log(`upgrade: ${JSON.stringify(outcomes)}`)
  expect(outcomes.interrupted).toBeGreaterThan(0)
}

test('an update that is killed at any moment can go on, and back [D13.1]', async () => {
  test.setTimeout(3_600_000)
  await interruptUpdates((cost) => kills(() => cost))
})

test('an update whose disk fills up at any moment can go on, and back [D13.1]', async () => {
  test.skip(!disk.isMounted, 'a disk of its own could not be mounted')
  test.setTimeout(3_600_000)
  await interruptUpdates(disksThatFillUp)
})

/** Kills PostgreSQL, not the program that runs it: the old one, and the new one that is being filled. */
function startWithoutPostgres({ killAfterMs }: Fault) {
  const kill = 'for each in "$0"/postgres "$0"/*/postgres; do kill -9 $(head -n 1 "$each/postmaster.pid"); done'
  const timer = setTimeout(() => spawnSync('/bin/sh', ['-c', kill, folder]), killAfterMs)
  return start().finally(() => clearTimeout(timer))
}

async function interruptUpdatesFrom17(
  faults: (cost: { ms: number }) => Iterable<Fault>,
  startWith: (fault: Fault, round: number) => ReturnType<typeof start>,
) {
  const before = await stateOf17(original17)
  expect(before).toMatchObject({ version: '17', count: companies, applied: old })
  const outcomes = { interrupted: 0, finished: 0 }
  copyOf(original17)
  let round = 0
  for (const fault of faults(await start())) {
    copyOf(original17)
    const first = await startWith(fault, round++)
    outcomes[first.output.includes('Ready at') ? 'finished' : 'interrupted'] += 1

    const second = await start()
    expect(second.output, JSON.stringify(fault)).toContain('Ready at')
    expect(await stateOf17(folder)).toEqual({ ...before, version: '18', applied: migrations })
    const copies = copiesIn(folder)
    expect(copies.map((copy) => readFileSync(join(folder, copy, 'postgres/PG_VERSION'), 'utf8'))).toEqual(['17\n'])
    expect(readdirSync(folder).filter((name) => /\.(partial|ready)/.test(name))).toEqual([])

    expect((await runCommand(folder, 'rollback', ['--yes'])).output).toContain('Back in the state of')
    expect(await stateOf17(folder)).toEqual(before)
  }
  console.log(`upgrade from PostgreSQL 17: ${JSON.stringify(outcomes)}`)
  expect(outcomes.interrupted).toBeGreaterThan(0)
}

test.describe('from PostgreSQL 17', () => {
  test.skip(!programs17, 'PostgreSQL 17 could not be installed')

  test('an update that is killed at any moment, or whose PostgreSQL is, keeps every row, and can go back [D13.2]', async () => {
    test.setTimeout(7_200_000)
    await interruptUpdatesFrom17(
      (cost) => kills(() => cost),
      (fault, round) => (round % 2 ? startWithoutPostgres(fault) : start(fault)),
    )
  })

  test('an update whose disk fills up at any moment keeps every row, and can go back [D13.2]', async () => {
    test.skip(!disk.isMounted, 'a disk of its own could not be mounted')
    test.setTimeout(7_200_000)
    await interruptUpdatesFrom17(disksThatFillUp, start)
  })

  test('an update that is killed while it installs PostgreSQL 17 installs it again [D13.2]', async () => {
    test.setTimeout(3_600_000)
    const before = await stateOf17(original17)
    for (const fault of kills(() => ({ ms: installMs }))) {
      copyOf(original17)
      rmSync(programsFolder(folder, 17))
      await start(fault)
      expect((await start()).output).toContain('Ready at')
      expect(await stateOf17(folder)).toEqual({ ...before, version: '18', applied: migrations })
      expect(readdirSync(folder).filter((name) => /\.(partial|ready)/.test(name))).toEqual([])
    }
  })
})
