import { Writable } from 'node:stream'
import { fastify } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { backupLock } from '#server/backup/backup.ts'
import { DatabaseSession } from '#server/backup/databaseSession.ts'
import { openFolderPlace } from '#server/backup/places/folderPlace.ts'
import { backUp, keepOnly, temporaryFolder } from '#server/test/backups/backups.ts'
import { people } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'
import { AutomaticBackups, isTooOld } from './automaticBackups.ts'

const app = await testApp()
await people(app)
const pauses = { pauseMs: 5, retryMs: 5 }

/** Starts automatic backups until the test ends. */
function start({ backupDir, backupEveryMs }: { backupDir: string; backupEveryMs: number }, run: () => Promise<void>) {
  const lines: string[] = []
  const stream = new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) })
  let looks = 0
  const isDue = async () => {
    looks += 1
    return isTooOld(await (await openFolderPlace(backupDir)).names(), backupEveryMs)
  }
  const backups = new AutomaticBackups(isDue, run, fastify({ logger: { stream } }).log, pauses)
  backups.start()
  onTestFinished(() => backups.stop())
  return { backups, lines, looks: () => looks }
}

test('a server makes a backup when the newest one is too old, and no sooner [D13.1]', async () => {
  const backupDir = await temporaryFolder()
  const place = await openFolderPlace(backupDir)
  const { looks } = start({ backupDir, backupEveryMs: 3_600_000 }, async () => void (await backUp(app, backupDir)))
  await expect.poll(() => place.names()).toHaveLength(1)
  const before = looks()
  await expect.poll(looks).toBeGreaterThan(before + 3)
  expect(await place.names()).toHaveLength(1)
})

test('the next backup follows once the time has passed [D13.1]', async () => {
  const backupDir = await temporaryFolder()
  start({ backupDir, backupEveryMs: 1 }, async () => void (await backUp(app, backupDir, { keep: keepOnly(2) })))
  const place = await openFolderPlace(backupDir)
  const [first] = await waitFor(async () => {
    const names = await place.names()
    expect(names).toHaveLength(2)
    return names
  })
  await expect.poll(async () => (await place.names()).includes(first!)).toBe(false)
})

test('a failed backup is an error in the log with its reason, and is tried again [D13.1]', async () => {
  const backupDir = await temporaryFolder()
  let attempts = 0
  const { lines } = start({ backupDir, backupEveryMs: 3_600_000 }, async () => {
    attempts += 1
    if (attempts < 3) throw new Error('The stored file a is missing')
    await backUp(app, backupDir)
  })
  await expect.poll(async () => (await openFolderPlace(backupDir)).names()).toHaveLength(1)
  const errors = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 50)
  const failed = ['The stored file a is missing', 'THE AUTOMATIC BACKUP FAILED and will be tried again']
  expect(errors.map(({ err, msg }) => [err.message, msg])).toEqual([failed, failed])
})

test('while another server makes a backup in the same folder, a server waits and logs no error [D13.1]', async () => {
  const backupDir = await temporaryFolder()
  const other = await DatabaseSession.begin(app.connection)
  await other.run([`select pg_advisory_xact_lock(${backupLock})`])
  const { lines } = start({ backupDir, backupEveryMs: 3_600_000 }, async () => void (await backUp(app, backupDir)))
  await expect.poll(() => lines.some((line) => line.includes('another server is making a backup'))).toBe(true)
  await other.commit()
  await expect.poll(async () => (await openFolderPlace(backupDir)).names()).toHaveLength(1)
  expect(lines.filter((line) => JSON.parse(line).level >= 40)).toEqual([])
})
