import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { restoreCommand } from '#server/commands/restoreCommand.ts'
import { verifyCommand } from '#server/commands/verifyCommand.ts'
import { openDatabase } from '#server/database/database.ts'
import { withEmbeddedPostgres } from '#server/database/embedded/embeddedPostgres.ts'
import { archivedInstallation } from '#server/test/backups/archiving.ts'
import { filesIn, temporaryFolder } from '#server/test/backups/backups.ts'
import { picture } from '#server/test/pictures.ts'
import { testApp } from '#server/test/testApp.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const app = await testApp()

type Installation = Awaited<ReturnType<typeof archivedInstallation>>

/** Restores a moment to an empty data folder. */
async function restore({ environment }: Pick<Installation, 'environment'>, at: string, dataDir?: string) {
  const target = dataDir ?? join(await temporaryFolder(), 'data')
  const lines: string[] = []
  await restoreCommand(['--at', at], { ...environment, DATA_DIR: target }, (line) => lines.push(line))
  return { dataDir: target, printed: lines.join('\n') }
}

function summaries(dataDir: string): Promise<string[]> {
  return withEmbeddedPostgres(dataDir, async (connection) => {
    const db = openDatabase(connection, 1)
    const rows = await db<{ summery: string }[]>`select summery from enquiry order by created_at`
    await db.end()
    return rows.map(({ summery }) => summery)
  })
}

async function verify(environment: NodeJS.ProcessEnv, ...args: string[]) {
  const lines: string[] = []
  await verifyCommand(args, environment, (line) => lines.push(line))
  return lines.at(-1)
}

async function storedIn(dataDir: string) {
  return (await readdir(join(dataDir, 'files'), { recursive: true })).toSorted()
}

async function withDocument(color: string) {
  return [{ name: 'leak.png', url: await picture('png', color) }]
}

const desk = await archivedInstallation(app)
await writeFile(join(desk.dataDir, 'secret'), 'a secret of thirty-two characters or more')
await desk.owner.raise({ summery: 'Before the base' })
await desk.backUp('--base')
await desk.owner.raise({ summery: 'After it', documents: await withDocument('#00ff00') })
const { at: moment, segment: segmentThen } = await desk.ship()
await desk.owner.raise({ summery: 'Too late' })
await desk.ship()
await desk.stop()
const archiveFolder = (await desk.archive()).folder

test('a restore brings back any moment since the base backup, with the files and the secret of then [D13.1]', async () => {
  const { dataDir } = await restore(desk, moment.toISOString())
  expect(await summaries(dataDir)).toEqual(['Before the base', 'After it'])
  expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe('a secret of thirty-two characters or more')
  expect(await verify({ DATA_DIR: dataDir })).toBe('The live system: no faults.')
})

test('the newest state is everything that is archived, and the data in use is moved aside [D13.1]', async () => {
  const { dataDir } = await restore(desk, 'latest')
  expect(await summaries(dataDir)).toEqual(['Before the base', 'After it', 'Too late'])
  const { printed } = await restore(desk, moment.toISOString(), dataDir)
  const [aside] = (await readdir(dataDir)).filter((name) => name.startsWith('before-restore-'))
  expect(printed).toContain(`The data from before is in ${join(dataDir, aside!)}`)
  expect(await summaries(join(dataDir, aside!))).toEqual(['Before the base', 'After it', 'Too late'])
})

test('for a moment after the end of the archive, a restore brings back its end and says from when that is [D13.1]', async () => {
  const { dataDir, printed } = await restore(desk, new Date(Date.now() + 3_600_000).toISOString())
  expect(await summaries(dataDir)).toEqual(['Before the base', 'After it', 'Too late'])
  expect(printed).toMatch(/The archive ends before that moment\. The last change in it is from 20\d\d-/)
})

test.each([
  ['2001-01-01T00:00Z', /does not lead to that moment\. It leads back to 20\d\d-/],
  ['yesterday', /^Write --at as /],
])('a restore of %s is refused with what to do instead [D13.1]', async (at, message) => {
  await expect(restore(desk, at)).rejects.toThrow(message)
})

test('an archive is verified, also by restoring it to a temporary database [D13.1]', async () => {
  const last = await verify(desk.environment, '--at', 'latest', '--restore')
  expect(last).toBe(`The archive in ${archiveFolder}: no faults.`)
})

test('one flipped bit in any file of an archive is found [D13.1]', async () => {
  const paths = await filesIn(archiveFolder)
  expect(paths.length).toBeGreaterThanOrEqual(6)
  const unnoticed = []
  for (const path of paths) {
    const content = await readFile(path)
    const flipped = Buffer.from(content)
    flipped[Math.floor(flipped.length / 2)]! ^= 1
    await writeFile(path, flipped)
    const said = await verify(desk.environment, '--at', 'latest').catch(({ message }: Error) => message)
    if (!/\d faults?\.$|is damaged/.test(said ?? '')) unnoticed.push(path)
    await writeFile(path, content)
  }
  expect(unnoticed).toEqual([])
})

test('a missing segment ends the restores that need it, and no others [D13.1]', async () => {
  const segments = (await filesIn(join(archiveFolder, 'segments'))).filter((path) => !path.includes(segmentThen))
  const last = segments.at(-1)!
  await rename(last, `${last}.partial`)
  expect(await summaries((await restore(desk, moment.toISOString())).dataDir)).toEqual(['Before the base', 'After it'])
  await rename(`${last}.partial`, last)
  const then = (await filesIn(join(archiveFolder, 'segments'))).find((path) => path.includes(segmentThen))!
  await rename(then, `${then}.partial`)
  const dataDir = join(await temporaryFolder(), 'data')
  await expect(restore(desk, 'latest', dataDir)).rejects.toThrow(`The segment ${segmentThen} is missing`)
  expect(await readdir(dataDir)).toEqual(['files'])
  await rename(`${then}.partial`, then)
})

test('a restored database begins an archive of its own, from which it can be restored again [D13.1]', async () => {
  const { dataDir } = await restore(desk, moment.toISOString())
  const again = await archivedInstallation(app, { dataDir, backupDir: desk.backupDir })
  expect((await again.archive()).folder).not.toBe(archiveFolder)
  await again.backUp('--base')
  await again.owner.raise({ summery: 'In the second life' })
  await again.ship()
  await again.stop()
  const newest = await restore(desk, 'latest')
  expect(await summaries(newest.dataDir)).toEqual(['Before the base', 'After it', 'In the second life'])
})

test('an encrypted archive shows nothing, and needs the passphrase [D13.1]', async () => {
  const secret = await archivedInstallation(app, { passphrase: 'open sesame' })
  await secret.backUp('--base')
  await secret.owner.raise({ summery: 'Nobody may read this', documents: await withDocument('#0000ff') })
  await secret.ship()
  await secret.stop()
  const readable = []
  for (const path of await filesIn((await secret.archive()).folder)) {
    if (!(await readFile(path)).toString('latin1').startsWith('age-encryption.org/v1\n')) readable.push(basename(path))
  }
  // The names of the files in the pool reveal nothing.
  expect(readable).toEqual(['pool.gz'])
  const { dataDir } = await restore(secret, 'latest')
  expect(await summaries(dataDir)).toEqual(['Nobody may read this'])
  expect(await storedIn(dataDir)).toEqual(await storedIn(secret.dataDir))
  const locked = { environment: { ...secret.environment, BACKUP_PASSPHRASE: undefined } }
  await expect(restore(locked, 'latest')).rejects.toThrow('is encrypted. Set BACKUP_PASSPHRASE')
})

test('a command that starts the database while the server is stopped leaves no gap in the log [D13.1]', async () => {
  const offline = await archivedInstallation(app)
  await offline.stop()
  const mode = () =>
    withEmbeddedPostgres(offline.dataDir, async (connection) => {
      const db = openDatabase(connection, 1)
      return db`select current_setting('archive_mode') as mode`.finally(() => db.end())
    })
  expect(await mode()).toEqual([{ mode: 'on' }])
  await withEmbeddedPostgres(offline.dataDir, async () => undefined, { archives: false })
  expect(await mode()).toEqual([{ mode: 'off' }])
})
