import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Connection } from '#server/database/connectionPool.ts'
import { type Db, openDatabase } from '#server/database/database.ts'
import { startEmbeddedPostgres, withEmbeddedPostgres } from '#server/database/embedded/embeddedPostgres.ts'
import { Bucket } from './bucket.ts'
import { type Fault, faults, isFull, runCommand, runProgram, seed, type Settings } from './interrupted.ts'
import { makePeople, type Person } from './people.ts'
import { Server } from './server.ts'
import { Ledger, raiseEnquiry } from './writers.ts'

const root = resolve('test-results/faults/moves', isFull ? 'full' : 'small')
const folder = join(root, 'data')
const bucket = new Bucket()
const enquiries = 20
/** About how long a move takes on a slow machine. */
const moveMs = 6000

type Place = { settings: Settings; args: string[]; connection?: Connection }

let own: Awaited<ReturnType<typeof startEmbeddedPostgres>>
let [here, there]: Place[] = []

test.beforeAll(async () => {
  console.log(`seed ${seed}`)
  rmSync(root, { recursive: true, force: true })
  mkdirSync(join(root, 'own'), { recursive: true })
  own = await startEmbeddedPostgres(join(root, 'own'))
  await bucket.start()
  const { STORAGE_URL, ...key } = bucket.settings()
  const DATABASE_URL = urlOf(own.connection)
  here = {
    settings: { ...key, DATABASE_URL: '', STORAGE_URL: '' },
    args: ['--database', 'embedded', '--storage', 'disk'],
  }
  there = {
    settings: { ...key, DATABASE_URL, STORAGE_URL },
    args: ['--database', DATABASE_URL, '--storage', STORAGE_URL],
    connection: own.connection,
  }
  await fill()
})

test.afterAll(async () => {
  bucket.stop()
  await own.stop()
})

function urlOf({ host = '', port, user = '', password, database = '' }: Connection) {
  const parameters = new URLSearchParams({ host, port: String(port), user })
  if (typeof password === 'string') parameters.set('password', password)
  return `postgresql:///${database}?${parameters.toString()}`
}

/** Enquiries, each with a message that has a file. */
async function fill() {
  const server = new Server(folder, here!.settings, join(root, 'server.log'))
  await server.start()
  const [owner] = await makePeople(() => `http://localhost:${server.port}`, 1, AbortSignal.timeout(120_000))
  for (let n = 0; n < enquiries; n++) await writeFile(owner!, await raiseEnquiry(owner!, `Type ${n}`, new Ledger()))
  await server.stop()
}

async function writeFile(person: Person, enquiry: string) {
  const text = randomBytes(20_000).toString('base64')
  const files = [{ name: 'log.txt', url: `data:text/plain;base64,${Buffer.from(text).toString('base64')}` }]
  const body = { enquiry, side: 'customer', message: 'A log', files }
  expect((await person.insist({ method: 'POST', path: '/chat', body })).status).toBe(201)
}

function inDatabase<T>({ connection }: Place, use: (db: Db) => Promise<T>) {
  const open = (at: Connection) => {
    const db = openDatabase(at, 2)
    return use(db).finally(() => db.end())
  }
  return connection ? open(connection) : withEmbeddedPostgres(folder, open)
}

function stateOf(place: Place) {
  return inDatabase(place, async (db) => {
    const [row] = await db`
      select name, (select count(*)::int from enquiry) as enquiries, (select count(*)::int from message_file) as files
      from company`
    return row
  })
}

/** Whether a server starts there. An empty database counts as not: a server would fill it. */
async function starts(place: Place) {
  const { connection, settings } = place
  if (connection && (await isEmpty(place))) return false
  const { output } = await runProgram(folder, ['dist/server/main.js'], {}, { until: 'Ready at', settings })
  if (!output.includes('Ready at')) expect(output).toMatch(/was moved to|was interrupted at|are not complete/)
  return output.includes('Ready at')
}

async function isEmpty(place: Place) {
  const [found] = await inDatabase(place, (db) => db`select to_regclass('company') is null as is_empty`)
  return found!.isEmpty
}

/** Gives the data a state that no place had before. */
function change(place: Place, name: string) {
  return inDatabase(place, (db) => db`update company set name = ${name}`)
}

/** Every move leaves the data that it replaces. */
async function removeAside() {
  const asides = readdirSync(folder).filter((name) => name.startsWith('before-restore-'))
  for (const name of asides) rmSync(join(folder, name), { recursive: true })
  await inDatabase(there!, async (db) => {
    const schemas = await db<
      { name: string }[]
    >`select nspname as name from pg_namespace where nspname ~ '^before_restore_'`
    for (const { name } of schemas) await db`drop schema ${db(name)} cascade`
  })
}

/** Each round moves the data the other way. Changes the order of every second pair, so that each fault happens on both ways. */
function inBothDirections(given: Iterable<Fault>) {
  const list = [...given]
  return list.map((_fault, at) => list[Math.floor(at / 2) % 2 === 0 ? at : at ^ 1]!)
}

test('a move that is killed or meets a full disk at any moment is never incomplete, and loses nothing [D13.1]', async () => {
  test.setTimeout(3 * 3_600_000)
  const outcomes = { old: 0, neither: 0, new: 0 }
  let [from, to] = [here!, there!]
  let round = 0
  for (const fault of inBothDirections(faults(moveMs, 20_000))) {
    round += 1
    const state = { name: `Round ${round}`, enquiries, files: enquiries }
    await change(from, state.name)
    const { succeeded } = await runCommand(folder, 'move', to.args, fault, from.settings)
    const [old, isNew] = [await starts(from), await starts(to)]
    const seen = JSON.stringify({ round, fault, succeeded, old, isNew })
    expect(old && isNew, seen).toBe(false)
    if (succeeded) expect(isNew, seen).toBe(true)
    expect(await stateOf(isNew ? to : from), seen).toEqual(state)
    outcomes[old ? 'old' : isNew ? 'new' : 'neither'] += 1

    const last = await runCommand(folder, 'move', to.args, {}, from.settings)
    expect(last.output, seen).toMatch(/and compared every one\.|Everything has been moved\./)
    expect((await runCommand(folder, 'verify', [], {}, to.settings)).output, seen).toContain('no faults.')
    expect(await stateOf(to), seen).toEqual(state)
    expect([await starts(from), await starts(to)], seen).toEqual([false, true])
    await removeAside()
    ;[from, to] = [to, from]
  }
  console.log(`move: ${JSON.stringify(outcomes)}`)
  expect(outcomes.old).toBeGreaterThan(0)
})
