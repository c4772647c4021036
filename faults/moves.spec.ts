import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Connection } from '#server/database/connectionPool.ts'
import { type Db, openDatabase } from '#server/database/database.ts'
import { startEmbeddedPostgres, withEmbeddedPostgres } from '#server/database/embedded/embeddedPostgres.ts'
import { Bucket } from './bucket.ts'
import {
  type Cost,
  type Fault,
  fullDisks,
  isFull,
  kills,
  runCommand,
  runProgram,
  seed,
  type Settings,
} from './interrupted.ts'
import { makePeople } from './people.ts'
import { Server } from './server.ts'
import { SmallDisk } from './smallDisk.ts'
import { Ledger, raiseEnquiry, writeFile } from './writers.ts'

const root = resolve('test-results/faults/moves', isFull ? 'full' : 'small')
/** Has both databases, and the files that are not in the bucket. */
const disk = new SmallDisk(join(root, 'disk'))
const folder = join(disk.folder, 'data')
const bucket = new Bucket()
const enquiries = 20
type Place = {
  settings: Settings
  args: string[]
  /** Undefined for the embedded database. */
  connection?: Connection
  read: (file: string) => Buffer | undefined
}

let own: Awaited<ReturnType<typeof startEmbeddedPostgres>>
let [here, there]: Place[] = []
/** The next move, and the name of the company before it. */
let [from, to]: Place[] = []
let state = 'Acme'
/** Of a move to each place. */
const costs = new Map<Place, Cost>()

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  console.log(`seed ${seed}`)
  disk.unmount()
  rmSync(root, { recursive: true, force: true })
  disk.mount()
  mkdirSync(join(disk.folder, 'own'), { recursive: true })
  own = await startEmbeddedPostgres(join(disk.folder, 'own'))
  await bucket.start()
  const { STORAGE_URL, ...key } = bucket.settings()
  const DATABASE_URL = urlOf(own.connection)
  here = {
    settings: { ...key, DATABASE_URL: '', STORAGE_URL: '' },
    args: ['--database', 'embedded', '--storage', 'disk'],
    read: (file) => readFileSync(join(folder, 'files', file)),
  }
  there = {
    settings: { ...key, DATABASE_URL, STORAGE_URL },
    args: ['--database', DATABASE_URL, '--storage', STORAGE_URL],
    connection: own.connection,
    read: (file) => bucket.read(file),
  }
  ;[from, to] = [here, there]
  await fill()
})

test.afterAll(async () => {
  bucket.stop()
  await own.stop()
  disk.unmount()
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
  for (let n = 0; n < enquiries; n++)
    await writeFile(owner!, await raiseEnquiry(owner!, `Type ${n}`, new Ledger()), 30_000)
  await server.stop()
}

function inDatabase<T>({ connection }: Place, use: (db: Db) => Promise<T>) {
  const open = (at: Connection) => {
    const db = openDatabase(at, 2)
    return use(db).finally(() => db.end())
  }
  return connection ? open(connection) : withEmbeddedPostgres(folder, open)
}

/** Checks that the place has everything, and gives it a state that no place had before. */
async function checkAndRename(place: Place, name: string, next: string) {
  await inDatabase(place, async (db) => {
    const rows = await db<{ name: string; hashes: string[] }[]>`
      select name, array(select sha256 from message_file) as hashes, (select count(*)::int from enquiry) as enquiries
      from company`
    expect(rows).toMatchObject([{ name, enquiries }])
    expect(rows[0]!.hashes).toHaveLength(enquiries)
    for (const hash of rows[0]!.hashes) expect(hashOf(place.read(`${hash.slice(0, 2)}/${hash}`))).toBe(hash)
    await db`update company set name = ${next}`
  })
}

function hashOf(bytes: Buffer | undefined) {
  return bytes && createHash('sha256').update(bytes).digest('hex')
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

async function finish(next: string) {
  const move = () => runCommand(folder, 'move', to!.args, {}, from!.settings)
  const { output, ...cost } = await disk.measure(move)
  expect(output, next).toMatch(/and compared every one\.|Everything has been moved\./)
  await checkAndRename(to!, state, next)
  await removeAside()
  if (!costs.has(to!)) costs.set(to!, cost)
  // The next move the other way begins only if the old place was marked as moved.
  ;[from, to, state] = [to, from, next]
}

/** Each round moves the data the other way. */
async function interruptMoves(faults: Iterable<Fault>) {
  const outcomes = { old: 0, neither: 0, new: 0 }
  for (const fault of faults) {
    const { succeeded } = await disk.meet(fault, () => runCommand(folder, 'move', to!.args, fault, from!.settings))
    await expect(() => inDatabase(there!, (db) => db`select 1`)).toPass({ timeout: 120_000 })
    const [old, isNew] = [await starts(from!), await starts(to!)]
    const seen = JSON.stringify({ fault, succeeded, old, isNew })
    expect(old && isNew, seen).toBe(false)
    if (succeeded) expect(isNew, seen).toBe(true)
    if (isNew) await checkAndRename(to!, state, state)
    outcomes[old ? 'old' : isNew ? 'new' : 'neither'] += 1
    console.log(`${to === there ? 'there' : 'back'}: ${seen}`)
    await finish(seen)
  }
  console.log(`move: ${JSON.stringify(outcomes)}`)
  expect(outcomes.old).toBeGreaterThan(0)
}

test('a move that is killed at any moment is never incomplete, and loses nothing [D13.1]', async () => {
  test.setTimeout(3 * 3_600_000)
  await finish('After a move there')
  await finish('After a move back')
  await interruptMoves(kills(() => costs.get(to!)!))
})

test('a move on a disk that fills up at any moment is never incomplete, and loses nothing [D13.1]', async () => {
  test.skip(!disk.isMounted, 'a disk of its own could not be mounted')
  test.setTimeout(3 * 3_600_000)
  await interruptMoves(fullDisks(() => costs.get(to!)!))
})
