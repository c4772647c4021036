import { readdir, readlink, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { openFolderPlace } from '#server/backup/places/folderPlace.ts'
import { tarOf } from '#server/backup/places/tarStream.ts'
import { restoreCommand } from '#server/commands/restoreCommand.ts'
import { openDatabase } from '#server/database/database.ts'
import { withEmbeddedPostgres } from '#server/database/embedded/embeddedPostgres.ts'
import { backUp, filesIn, temporaryFolder } from '#server/test/backups/backups.ts'
import { appWithOperator } from '#server/test/operator/operator.ts'
import { join as invite } from '#server/test/people.ts'
import { picture } from '#server/test/pictures.ts'
import { waitFor } from '#server/test/waitFor.ts'

const backupDir = await temporaryFolder()
const { app, operator } = await appWithOperator({ BACKUP_DIR: backupDir })
const documents = [{ name: 'leak.png', url: await picture('png', '#00ff00') }]
await operator.post('/enquiry', { enquiryType: 'Damage', summery: 'Downloaded', documents })
const { name } = await backUp(app, backupDir)

async function makeLink() {
  const { status, body } = await operator.post<{ url: string }>(`/operator/backups/${name}/link`, {})
  expect(status).toBe(201)
  return body.data.url
}

test('a downloaded backup is a file that restores everything, with its images [D13.5] [D13.1]', async () => {
  const url = await makeLink()
  const { statusCode, headers, rawPayload } = await app.app.inject(url)
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({ 'content-type': 'application/x-tar', 'cache-control': 'no-store' })
  expect(headers['content-disposition']).toContain(`enquiry-desk-${name}.tar`)
  const folder = await temporaryFolder()
  const file = join(folder, 'downloaded.tar')
  await writeFile(file, rawPayload)
  const dataDir = join(folder, 'data')
  await restoreCommand([file], { DATA_DIR: dataDir }, () => undefined)
  const found = await withEmbeddedPostgres(dataDir, async (connection) => {
    const db = openDatabase(connection, 1)
    return db`select summery from enquiry`.finally(() => db.end())
  })
  expect(found).toEqual([{ summery: 'Downloaded' }])
  // The image and its thumbnail.
  expect(await filesIn(join(dataDir, 'files'))).toHaveLength(2)
})

test('a link works for a minute, for its own backup only, and cannot be guessed [D13.5]', async () => {
  const url = await makeLink()
  const other = await backUp(app, backupDir)
  expect((await app.app.inject(url.replace(name, other.name))).statusCode).toBe(403)
  expect((await app.app.inject(`${url}x`)).statusCode).toBe(403)
  expect((await app.app.inject(url.replace(/expires=\d+/, 'expires=9999999999'))).statusCode).toBe(403)
  const now = Date.now()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 61_000)
  try {
    expect((await app.app.inject(url)).statusCode).toBe(403)
  } finally {
    clock.mockRestore()
  }
})

test('a link needs a recent sign-in, an operator and an existing backup [D13.5]', async () => {
  const colleague = await invite(operator, 'owner')
  expect((await colleague.post(`/operator/backups/${name}/link`, {})).status).toBe(403)
  expect((await operator.post('/operator/backups/2026-01-01T00-00-00.000Z/link', {})).status).toBe(404)
  expect((await operator.post(`/operator/backups/${encodeURIComponent('../files')}/link`, {})).status).toBe(404)
  await app.db`update session set created_at = now() - interval '11 minutes', authenticated_at = null where user_id = ${operator.user._id}`
  expect((await operator.post(`/operator/backups/${name}/link`, {})).body.code).toBe('password-required')
  const { password } = operator
  const { status } = await operator.post('/auth/reauthenticate', { password })
  expect(status).toBe(200)
  await makeLink()
})

test('a download of a backup that lacks a file breaks off, and never looks whole [D13.5]', async () => {
  const folder = await temporaryFolder()
  const damaged = await appWithOperator({ BACKUP_DIR: folder })
  await damaged.operator.post('/enquiry', { enquiryType: 'Damage', documents })
  const made = await backUp(damaged.app, folder)
  const [file] = await filesIn(join(folder, 'files'))
  await rm(file!)
  const { body } = await damaged.operator.post<{ url: string }>(`/operator/backups/${made.name}/link`, {})
  await expect(damaged.app.app.inject(body.data.url)).rejects.toThrow(/destroyed/)
  expect((await damaged.operator.get('/operator')).status).toBe(200)
})

test('downloads that are broken off leave no file open [D13.5]', async () => {
  const place = await openFolderPlace(backupDir)
  for (let round = 0; round < 40; round += 1) {
    const tar = await tarOf(place, name)
    let chunks = 0
    // Each round ends at another place, so that some end between two files.
    for await (const _chunk of tar) if (chunks++ === round) break
  }
  await waitFor(async () => expect(await listOpenFiles()).toEqual([]))
})

/** The files of the backups that this process has open. */
async function listOpenFiles() {
  const open = await readdir('/proc/self/fd')
  const paths = await Promise.all(open.map((number) => readlink(`/proc/self/fd/${number}`).catch(() => '')))
  return paths.filter((path) => path.startsWith(backupDir))
}
