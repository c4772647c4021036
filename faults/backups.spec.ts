import { createHash, hash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { type Db, openDatabase } from '#server/database/database.ts'
import { withEmbeddedPostgres } from '#server/database/embedded/embeddedPostgres.ts'
import { type Cost, type Fault, fullDisks, isFull, kills, runCommand, seed } from './interrupted.ts'
import { makePeople, type Person } from './people.ts'
import { Server } from './server.ts'
import { SmallDisk } from './smallDisk.ts'
import { Ledger, raiseEnquiry, writeFile } from './writers.ts'

const root = resolve('test-results/faults/backups', isFull ? 'full' : 'small')
const [dataDisk, backupDisk] = [new SmallDisk(join(root, 'own')), new SmallDisk(join(root, 'other'))]
const [folder, backups] = [join(dataDisk.folder, 'data'), join(backupDisk.folder, 'backups')]
/** A backup from before half of the enquiries, so that later backups have files to copy. */
const earlier = join(root, 'earlier')
const automatic = join(root, 'automatic')
const server = new Server(folder, { BACKUP_DIR: automatic }, join(root, 'server.log'))
const fileBytes = 500_000
/** Everything that people write, without what a start of the server changes. */
const tables = [
  'company',
  'app_user',
  'enquiry',
  'enquiry_count',
  'enquiry_words',
  'activity',
  'message',
  'message_file',
  'file',
]

let owner: Person

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  console.log(`seed ${seed}`)
  for (const disk of [dataDisk, backupDisk]) disk.unmount()
  rmSync(root, { recursive: true, force: true })
  for (const disk of [dataDisk, backupDisk]) disk.mount()
  await server.start()
  const [first] = await makePeople(() => `http://localhost:${server.port}`, 1, AbortSignal.timeout(3_600_000))
  owner = first!
})

test.afterAll(async () => {
  await server.stop()
  for (const disk of [dataDisk, backupDisk]) disk.unmount()
})

async function raiseWithFiles(count: number) {
  for (let n = 0; n < count; n++)
    await writeFile(owner, await raiseEnquiry(owner, `Type ${n}`, new Ledger()), fileBytes)
}

function finished(place = backups) {
  return readdirSync(place).filter((name) => /^\d{4}-.*Z$/.test(name))
}

async function expectNoFaults(path: string) {
  expect((await runCommand(folder, 'verify', [path])).output).toContain(': no faults.')
}

test('a server with BACKUP_DIR makes a backup by itself [D13.1]', async () => {
  await expect.poll(() => (existsSync(automatic) ? finished(automatic) : [])).toHaveLength(1)
  const [name] = finished(automatic)
  await expectNoFaults(join(automatic, name!))
})

function backUp(fault?: Fault) {
  return runCommand(folder, 'backup', ['--to', backups], fault)
}

function keepOnlyEarlier() {
  rmSync(backups, { recursive: true, force: true })
  cpSync(earlier, backups, { recursive: true })
}

/** Each backup has to cope with what the interrupted ones before it have left. */
async function interruptBackups(faults: Iterable<Fault>) {
  const outcomes = { failed: 0, finished: 0 }
  for (const fault of faults) {
    const before = finished()
    const { succeeded } = await backupDisk.meet(fault, () => backUp(fault))
    const after = finished()
    outcomes[succeeded ? 'finished' : 'failed'] += 1
    if (succeeded) expect(after).toHaveLength(before.length + 1)
    if (after.length === before.length) continue
    for (const name of after) await expectNoFaults(join(backups, name))
    keepOnlyEarlier()
  }
  console.log(`backup: ${JSON.stringify(outcomes)}`)
  expect(outcomes.failed).toBeGreaterThan(0)
  expect((await backUp()).output).toContain('read everything back')
  expect(finished()).toHaveLength(2)
  for (const name of finished()) await expectNoFaults(join(backups, name))
  expect(readdirSync(backups).filter((name) => name.endsWith('.partial'))).toEqual([])
}

let backupCost: Cost

test('a backup that is killed at any moment is never there incomplete [D13.1]', async () => {
  test.setTimeout(3_600_000)
  await raiseWithFiles(10)
  expect((await runCommand(folder, 'backup', ['--to', earlier])).output).toContain('read everything back')
  await raiseWithFiles(10)
  keepOnlyEarlier()
  backupCost = await backupDisk.measure(backUp)
  keepOnlyEarlier()
  await interruptBackups(kills(() => backupCost))
})

test('a backup on a disk that fills up at any moment is never there incomplete [D13.1]', async () => {
  test.skip(!backupDisk.isMounted, 'a disk of its own could not be mounted')
  test.setTimeout(3_600_000)
  keepOnlyEarlier()
  await interruptBackups(fullDisks(() => backupCost))
})

test('a backup in a .tar file that is killed at any moment is never there incomplete [D13.1]', async () => {
  test.setTimeout(3_600_000)
  const place = join(root, 'tar')
  const file = join(place, 'backup.tar')
  mkdirSync(place)
  const write = (fault?: Fault) => runCommand(folder, 'backup', ['--to', file], fault)
  const cost = await write()
  expect(cost.output).toContain('read everything back')
  rmSync(file)
  const outcomes = { failed: 0, finished: 0 }
  for (const fault of kills(() => cost, isFull ? 10 : 2)) {
    await write(fault)
    outcomes[existsSync(file) ? 'finished' : 'failed'] += 1
    if (existsSync(file)) await expectNoFaults(file)
    rmSync(file, { force: true })
  }
  console.log(`backup in a file: ${JSON.stringify(outcomes)}`)
  expect(outcomes.failed).toBeGreaterThan(0)
  expect((await write()).output).toContain('read everything back')
  await expectNoFaults(file)
  expect(readdirSync(place)).toEqual(['backup.tar'])
})

/** A hash of the rows, and the files that rows refer to. */
type State = { rows: string; files: string[] }

let [atBackup, old]: State[] = []
let restoreCost: Cost

/** Reads the state of the stopped server, and changes it, so that it is not the one of the backup. */
function readAndChange(): Promise<State> {
  return withEmbeddedPostgres(folder, async (connection) => {
    const db = openDatabase(connection, 1)
    try {
      const state = { rows: await hashRows(db), files: await listFiles(db) }
      await db`update company set name = 'Changed after the backup'`
      return state
    } finally {
      await db.end()
    }
  })
}

async function hashRows(db: Db) {
  const all = createHash('sha256')
  for (const table of tables) {
    const rows = await db<{ text: string }[]>`select t::text as text from ${db(table)} t order by 1`
    all.update(`${table} ${rows.length}\n`).update(rows.map(({ text }) => `${text}\n`).join(''))
  }
  return all.digest('hex')
}

async function listFiles(db: Db) {
  return (await db<{ sha256: string }[]>`select sha256 from message_file order by 1`).map(({ sha256 }) => sha256)
}

function pathOf(file: string) {
  return join(folder, 'files', file.slice(0, 2), file)
}

function isWhole(file: string) {
  return hash('sha256', readFileSync(pathOf(file))) === file
}

function takenFiles() {
  return old!.files.filter((_file, at) => at % 2 === 0)
}

/** Takes every second file away first, so that there are files to restore. */
async function restoreWithFiles(fault: Fault = {}) {
  for (const file of takenFiles()) rmSync(pathOf(file), { force: true })
  return dataDisk.meet(fault, () => runCommand(folder, 'restore', [backups], fault))
}

async function interruptRestores(faults: Iterable<Fault>) {
  const outcomes = { old: 0, restored: 0 }
  for (const fault of faults) {
    const { succeeded } = await restoreWithFiles(fault)
    // A start finishes a restore that was killed at its end.
    await server.start()
    await server.stop()
    const { isRestored, missing } = await expectOneState(JSON.stringify({ fault, succeeded }))
    if (succeeded) expect(isRestored).toBe(true)
    expect(missing.filter((file) => isRestored || !takenFiles().includes(file))).toEqual([])
    outcomes[isRestored ? 'restored' : 'old'] += 1
  }
  console.log(`restore: ${JSON.stringify(outcomes)}`)
  expect(outcomes.old).toBeGreaterThan(0)
  expect(readdirSync(folder).filter((name) => name.startsWith('restore-'))).toEqual([])
  expect((await restoreWithFiles()).output).toContain('Restored the state of')
  expect(await expectOneState('at the end')).toEqual({ isRestored: true, missing: [] })
}

/** Every row is that of the old state, or of the restored one with the old one aside, and no file is damaged. */
async function expectOneState(seen: string) {
  const { rows, files } = await readAndChange()
  const isRestored = rows === atBackup!.rows
  const asides = readdirSync(folder).filter((name) => name.startsWith('before-restore-'))
  const expected = isRestored ? { rows: atBackup!.rows, asides: 1 } : { rows: old!.rows, asides: 0 }
  expect({ rows, asides: asides.length }, seen).toEqual(expected)
  for (const name of asides) rmSync(join(folder, name), { recursive: true })
  const missing = files.filter((file) => !existsSync(pathOf(file)))
  const damaged = files.filter((file) => !missing.includes(file) && !isWhole(file))
  expect(damaged, seen).toEqual([])
  return { isRestored, missing }
}

test('a restore that is killed at any moment leaves the old or the restored state [D13.1]', async () => {
  test.setTimeout(3_600_000)
  await server.stop()
  atBackup = await readAndChange()
  old = await readAndChange()
  restoreCost = await dataDisk.measure(restoreWithFiles)
  expect(await expectOneState('without a fault')).toEqual({ isRestored: true, missing: [] })
  await interruptRestores(kills(() => restoreCost))
})

test('a restore on a disk that fills up at any moment leaves the old or the restored state [D13.1]', async () => {
  test.skip(!dataDisk.isMounted, 'a disk of its own could not be mounted')
  test.setTimeout(3_600_000)
  await interruptRestores(fullDisks(() => restoreCost))
  expect((await runCommand(folder, 'verify')).output).toContain('The live system: no faults.')
})
