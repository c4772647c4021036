import { rename, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nameOf } from '#server/backup/format/manifest.ts'
import { urlOf } from '#server/database/connecting/connectionUrl.ts'
import { archivedFolder } from '#server/database/embedded/walArchiving.ts'
import { archivedInstallation } from '#server/test/backups/archiving.ts'
import { backUp, temporaryFolder } from '#server/test/backups/backups.ts'
import { diagnose } from '#server/test/doctor/diagnose.ts'
import { people } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'

const app = await testApp()
const { member } = await people(app)
const hourMs = 3600 * 1000

async function diagnoseBackups(settings: Record<string, string>) {
  return (await diagnose(settings)).filter((line) => line.startsWith('backups'))
}

test('backups that are not automatic are a warning, with the age of the last one by hand [D13.1]', async () => {
  expect(await diagnoseBackups({})).toEqual([
    expect.stringMatching(/^backups warning: No backups are made automatically, .* not set\. → Set BACKUP_DIR/),
  ])
  const dataDir = await temporaryFolder()
  await backUp(app, join(dataDir, 'backups'))
  expect(await diagnoseBackups({ DATA_DIR: dataDir })).toEqual([
    expect.stringMatching(/^backups warning: .* The last one by hand, in .*\/backups, is \d+ seconds? old\. → /),
  ])
})

test('the last verified backup is fine for twice the time of BACKUP_EVERY, and then a problem [D13.1]', async () => {
  const backupDir = await temporaryFolder()
  expect(await diagnoseBackups({ BACKUP_DIR: backupDir })).toEqual([
    expect.stringMatching(/^backups problem: There is no finished backup in BACKUP_DIR\. → Look for THE AUTOMATIC/),
  ])
  const { name } = await backUp(app, backupDir)
  const old = nameOf(new Date(Date.now() - 5 * hourMs))
  await rename(join(backupDir, name), join(backupDir, old))
  expect(await diagnoseBackups({ BACKUP_DIR: backupDir, BACKUP_EVERY: '3h' })).toEqual([
    'backups ok: The last verified backup is 5 hours old; BACKUP_EVERY is 3 hours.',
  ])
  expect(await diagnoseBackups({ BACKUP_DIR: backupDir, BACKUP_EVERY: '2h' })).toEqual([
    expect.stringMatching(
      /^backups problem: The last verified backup is 5 hours old; .* 2 hours\. → Look for THE AUTOMATIC/,
    ),
  ])
})

test('a log that is archived is fine, and one that waits for its archive is a problem [D13.1]', async () => {
  const { dataDir, backupDir, ship, stop } = await archivedInstallation(app)
  const settings = { DATA_DIR: dataDir, BACKUP_DIR: backupDir, BACKUP_WAL: 'on' }
  const aboutLog = async () => (await diagnoseBackups(settings)).find((line) => /archive(d| of the log)/.test(line))
  await ship()
  await waitFor(async () => expect(await aboutLog()).toMatch(/^backups ok: The log was last archived \d+ \w+ ago/))
  await stop()
  const segment = join(archivedFolder(join(dataDir, 'postgres')), '0'.repeat(24))
  await writeFile(segment, '')
  const longAgo = new Date(Date.now() - 2 * hourMs)
  await utimes(segment, longAgo, longAgo)
  expect(await aboutLog()).toMatch(
    /^backups problem: The changes of the last 2 hours are not in the archive of the log\. → Look for THE WRITE-AHEAD LOG/,
  )
})

test('a log that was never archived is a warning [D13.1]', async () => {
  const backupDir = await temporaryFolder()
  await backUp(app, backupDir)
  expect(await diagnoseBackups({ BACKUP_DIR: backupDir, BACKUP_WAL: 'on' })).toContainEqual(
    expect.stringMatching(/^backups warning: Nothing is in the archive of the log yet\. → Start the product/),
  )
})

test('bulk changes that fail or take too long are warnings [D13.1]', async () => {
  const aboutJobs = async () =>
    (await diagnose({ DATABASE_URL: urlOf(app.connection) })).filter((line) => line.startsWith('jobs'))
  expect(await aboutJobs()).toEqual(['jobs ok: No bulk change waits.'])
  await app.db`
    insert into job (company_id, id, kind, made_by, total, created_at, not_before)
    values (${member.user.company._id}, gen_random_uuid(), 'change', ${member.user._id}, 1, now() - interval '2 hours', now() + interval '1 hour')`
  expect(await aboutJobs()).toEqual([
    expect.stringMatching(
      /^jobs warning: 1 bulk change fails and is tried again\. → Look for “a batch of a job failed”/,
    ),
  ])
})
