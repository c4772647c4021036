import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { type Db, openDatabase } from '#server/database/database.ts'
import { withEmbeddedPostgres } from '#server/database/embedded/embeddedPostgres.ts'
import { migrate } from '#server/database/migrate.ts'
import { faults, isFull, runCommand, runProgram, seed } from './interrupted.ts'

const root = resolve('test-results/faults/upgrades', isFull ? 'full' : 'small')
const [original, folder] = [join(root, 'original'), join(root, 'data')]
const migrations = readdirSync('server/database/migrations').toSorted()
const old = migrations.slice(0, 10)
/** About how long the first start of a new version takes on a slow machine. */
const upgradeMs = 4000

test.beforeAll(async () => {
  console.log(`seed ${seed}`)
  rmSync(root, { recursive: true, force: true })
  mkdirSync(original, { recursive: true })
  await inDatabase(original, async (db) => {
    await migrate(db, { only: old })
    await db`insert into company (id, name) values (gen_random_uuid(), 'Old & Co')`
  })
})

function inDatabase<T>(place: string, use: (db: Db) => Promise<T>) {
  return withEmbeddedPostgres(place, (connection) => {
    const db = openDatabase(connection, 2)
    return use(db).finally(() => db.end())
  })
}

/** The applied migrations, and the companies. */
function stateOf(place: string) {
  return inDatabase(place, async (db) => ({
    applied: (await db<{ name: string }[]>`select name from migration order by name`).map(({ name }) => name),
    companies: await db`select name from company`,
  }))
}

function migrationsOf(copy: string) {
  return JSON.parse(readFileSync(join(folder, copy, 'about.json'), 'utf8')).applied
}

test('an update that is killed or meets a full disk at any moment can go on, and back [D13.1]', async () => {
  test.setTimeout(3_600_000)
  const outcomes = { interrupted: 0, finished: 0 }
  for (const fault of faults(upgradeMs, 20_000)) {
    rmSync(folder, { recursive: true, force: true })
    cpSync(original, folder, { recursive: true })
    const first = await runProgram(folder, ['dist/server/main.js'], fault, { until: 'Ready at' })
    outcomes[first.output.includes('Ready at') ? 'finished' : 'interrupted'] += 1

    const second = await runProgram(folder, ['dist/server/main.js'], {}, { until: 'Ready at' })
    expect(second.output, JSON.stringify(fault)).toContain('Ready at')
    expect(await stateOf(folder)).toEqual({ applied: migrations, companies: [{ name: 'Old & Co' }] })
    const copies = readdirSync(folder).filter((name) => name.startsWith('before-upgrade-'))
    // Before the first migration is applied, the older version may have run and written again, so a new start copies again.
    expect(copies.map(migrationsOf)).toEqual(Array.from({ length: copies.length === 2 ? 2 : 1 }, () => old))

    expect((await runCommand(folder, 'rollback', ['--yes'])).output).toContain('Back in the state of')
    expect(await stateOf(folder)).toEqual({ applied: old, companies: [{ name: 'Old & Co' }] })
  }
  console.log(`upgrade: ${JSON.stringify(outcomes)}`)
  expect(outcomes.interrupted).toBeGreaterThan(0)
})
