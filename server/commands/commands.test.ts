import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyBeforeUpgrade } from '#server/backup/upgrading/coldCopy.ts'
import { urlOf } from '#server/database/connecting/connectionUrl.ts'
import { type Db, openDatabase } from '#server/database/database.ts'
import { withEmbeddedPostgres } from '#server/database/embedded/embeddedPostgres.ts'
import { lockDataFolder } from '#server/dataFolder.ts'
import { backUp, temporaryFolder, testSecret } from '#server/test/backups/backups.ts'
import { flipBit } from '#server/test/backups/flipBit.ts'
import { people } from '#server/test/people.ts'
import { picture } from '#server/test/pictures.ts'
import { testApp } from '#server/test/testApp.ts'
import { backupCommand } from './backupCommand.ts'
import { restoreCommand } from './restoreCommand.ts'
import { verifyCommand } from './verifyCommand.ts'

const app = await testApp()
const { member, stranger } = await people(app)
const documents = [{ name: 'leak.png', url: await picture('png', '#00ff00') }]
await member.post('/enquiry', { enquiryType: 'Damage', summery: 'Before', documents })
const backups = await temporaryFolder()
const { name } = await backUp(app, backups)

/** Runs a command on the data folder, and returns what it prints. */
async function run(command: typeof backupCommand, dataDir: string, ...args: string[]) {
  const lines: string[] = []
  await command(args, { DATA_DIR: dataDir, BACKUP_DIR: backups }, (line) => lines.push(line))
  return lines.join('\n')
}

async function restoredFolder() {
  const dataDir = join(await temporaryFolder(), 'data')
  await run(restoreCommand, dataDir, name)
  return dataDir
}

/** Runs `use` on the embedded database of a folder. */
function inDatabase<T>(folder: string, use: (db: Db) => Promise<T>) {
  return withEmbeddedPostgres(folder, (connection) => {
    const db = openDatabase(connection, 2)
    return use(db).finally(() => db.end())
  })
}

function summaries(dataDir: string) {
  return inDatabase(dataDir, async (db) => (await db`select summery from enquiry`).map(({ summery }) => summery))
}

test('a backup is restored onto an empty machine with database, files and secret [D13.1]', async () => {
  const dataDir = await restoredFolder()
  expect(await summaries(dataDir)).toEqual(['Before'])
  expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe(testSecret)
  expect(await run(verifyCommand, dataDir)).toContain('The live system: no faults.')
  expect((await readdir(dataDir)).filter((entry) => /restore/.test(entry))).toEqual([])
})

test('a restore moves the data in use aside, and going back to it is two renames [D13.1]', async () => {
  const dataDir = await restoredFolder()
  await inDatabase(dataDir, (db) => db`update enquiry set summery = 'After'`)
  const printed = await run(restoreCommand, dataDir, name)
  expect(await summaries(dataDir)).toEqual(['Before'])
  const [aside] = (await readdir(dataDir)).filter((entry) => entry.startsWith('before-restore-'))
  expect(printed).toContain(`The data from before is in ${join(dataDir, aside!)}`)
  await rename(join(dataDir, 'postgres'), join(dataDir, 'restored'))
  await rename(join(dataDir, aside!, 'postgres'), join(dataDir, 'postgres'))
  expect(await summaries(dataDir)).toEqual(['After'])
})

test('a restore replaces a destroyed database, damaged files and a lost secret [D13.1]', async () => {
  const dataDir = await restoredFolder()
  await rm(join(dataDir, 'postgres/global'), { recursive: true })
  await rm(join(dataDir, 'secret'))
  const [sha256] = (await readdir(join(dataDir, 'files'), { recursive: true })).filter((path) => path.length === 67)
  await writeFile(join(dataDir, 'files', sha256!), 'damaged')
  await run(restoreCommand, dataDir, name)
  expect(await summaries(dataDir)).toEqual(['Before'])
  expect(await run(verifyCommand, dataDir)).toContain('The live system: no faults.')
})

test('a backup that is damaged is not restored, and the data in use stays as it is [D13.1]', async () => {
  const dataDir = await restoredFolder()
  const damaged = await temporaryFolder()
  const reader = await backUp(app, damaged)
  await writeFile(join(damaged, reader.name, 'tables/enquiry.copy.gz'), 'damaged')
  await expect(run(restoreCommand, dataDir, damaged)).rejects.toThrow('tables/enquiry.copy.gz')
  const locked = await lockDataFolder(dataDir)
  await locked.release()
  expect((await readdir(dataDir)).toSorted()).toEqual(['files', 'postgres', 'secret'])
  expect(await summaries(dataDir)).toEqual(['Before'])
})

test.each([0, 1, 2, 3, 4])(
  'a restore that was killed after %i of its renames is finished by the next start [D13.1]',
  async (renames) => {
    const folder = await temporaryFolder()
    const ready = join(folder, 'restore-2026.ready')
    const aside = join(folder, 'before-restore-2026')
    for (const [place, content] of [
      [folder, 'old'],
      [ready, 'new'],
    ] as const) {
      await mkdir(join(place, 'postgres'), { recursive: true })
      await writeFile(join(place, 'postgres/state'), content)
      await writeFile(join(place, 'secret'), content.repeat(12))
    }
    const steps = [
      [join(folder, 'postgres'), join(aside, 'postgres')],
      [join(ready, 'postgres'), join(folder, 'postgres')],
      [join(folder, 'secret'), join(aside, 'secret')],
      [join(ready, 'secret'), join(folder, 'secret')],
    ] as const
    if (renames > 0) await mkdir(aside)
    for (const [from, to] of steps.slice(0, renames)) await rename(from, to)

    const locked = await lockDataFolder(folder)
    await locked.release()
    expect(await readFile(join(folder, 'postgres/state'), 'utf8')).toBe('new')
    expect(await readFile(join(folder, 'secret'), 'utf8')).toBe('new'.repeat(12))
    expect(await readFile(join(aside, 'postgres/state'), 'utf8')).toBe('old')
    expect(await readFile(join(aside, 'secret'), 'utf8')).toBe('old'.repeat(12))
    expect(existsSync(ready)).toBe(false)
  },
)

test('a restore that was killed before it was complete leaves nothing behind [D13.1]', async () => {
  const dataDir = await restoredFolder()
  await mkdir(join(dataDir, 'restore-2026.partial/postgres'), { recursive: true })
  const locked = await lockDataFolder(dataDir)
  await locked.release()
  expect((await readdir(dataDir)).toSorted()).toEqual(['files', 'postgres', 'secret'])
})

test('a folder that a server uses is not restored [D13.1]', async () => {
  const dataDir = await restoredFolder()
  const locked = await lockDataFolder(dataDir)
  onTestFinished(() => locked.release())
  await expect(run(restoreCommand, dataDir, name)).rejects.toThrow('is in use by another server')
})

test('without a server, a backup starts the database itself; it goes to a folder or to one file [D13.1]', async () => {
  const dataDir = await restoredFolder()
  const target = await temporaryFolder()
  const printed = await run(backupCommand, dataDir, '--to', target)
  expect(printed).toMatch(/^Backed up [\d,]+ rows and 2 files \(.* kB\), with the secret, and read everything back: /)
  const file = join(target, 'one.tar')
  expect(await run(backupCommand, dataDir, '--to', file, '--without-secret')).toContain('WITHOUT the secret')
  await expect(run(backupCommand, dataDir, '--to', file)).rejects.toThrow('exists')
  const elsewhere = join(await temporaryFolder(), 'data')
  expect(await run(restoreCommand, elsewhere, file)).toContain('The backup has no secret.')
  expect(await summaries(elsewhere)).toEqual(['Before'])
  expect((await readdir(target)).filter((entry) => /partial|parts/.test(entry))).toEqual([])
})

test('a file that is lost comes back from a backup while servers run [D13.1]', async () => {
  const dataDir = await restoredFolder()
  const [path] = (await readdir(join(dataDir, 'files'), { recursive: true })).filter((entry) => entry.length === 67)
  const key = path!.slice(3)
  await rm(join(dataDir, 'files', path!))
  const faults: string[] = []
  const live = verifyCommand([], { DATA_DIR: dataDir }, (line) => faults.push(line))
  await expect(live).rejects.toThrow('The live system: 1 fault.')
  expect(faults.at(-1)).toBe(
    `The file ${key}, “leak.png” is missing. If a backup has it: npm run restore -- --file ${key}`,
  )
  await run(restoreCommand, dataDir, '--file', key)
  expect(await run(verifyCommand, dataDir)).toContain('The live system: no faults.')
})

test('verify finds one flipped bit in a stored file [D13.1]', async () => {
  const dataDir = await restoredFolder()
  const [path] = (await readdir(join(dataDir, 'files'), { recursive: true })).filter((entry) => entry.length === 67)
  const content = await readFile(join(dataDir, 'files', path!))
  content[content.length >> 1]! ^= 1
  await writeFile(join(dataDir, 'files', path!), content)
  const faults: string[] = []
  const live = verifyCommand([], { DATA_DIR: dataDir }, (line) => faults.push(line))
  await expect(live).rejects.toThrow('The live system: 1 fault.')
  expect(faults.at(-1)).toContain('is damaged')
})

test('verify finds wrong totals and search words, which it corrects, and a damaged index [D13.1]', async () => {
  const dataDir = await restoredFolder()
  await inDatabase(dataDir, async (db) => {
    await db`update enquiry_count set count = count + 1`
    await db`update enquiry_words set words = 'nonsense'::tsvector`
  })
  const faults: string[] = []
  const verifying = verifyCommand([], { DATA_DIR: dataDir }, (line) => faults.push(line))
  await expect(verifying).rejects.toThrow('The live system: 2 faults.')
  expect(faults.filter((line) => line.includes('have been corrected'))).toEqual([
    expect.stringMatching(/^The totals of the company \S+ were wrong/),
    expect.stringMatching(/^The search words of the company \S+ were wrong/),
  ])
  expect(await run(verifyCommand, dataDir)).toContain('The live system: no faults.')
  const index = await inDatabase(dataDir, async (db) => {
    const [row] = await db<{ path: string }[]>`select pg_relation_filepath('enquiry_pkey') as path`
    return row!.path
  })
  const path = join(dataDir, 'postgres', index)
  const pages = await readFile(path)
  pages[8192 + 4000]! ^= 1
  await writeFile(path, pages)
  await expect(run(verifyCommand, dataDir)).rejects.toThrow(/The live system: \d faults?\./)
})

test('verify reads the search words of every message, and finds the only wrong row [D13.1]', async () => {
  await stranger.raise()
  const { _id } = await member.raise()
  // Housekeeping compares the newest fifty only.
  for (let n = 1; n <= 51; n++) await member.say(_id, `Message ${n}`)
  await member.say((await member.raise())._id, 'Another thread')
  const environment = { DATA_DIR: app.config.dataDir, DATABASE_URL: urlOf(app.connection) }
  const company = member.user.company._id
  const verify = async () => {
    const lines: string[] = []
    await verifyCommand([], environment, (line) => lines.push(line)).catch(({ message }) => lines.push(message))
    return lines.slice(-2)
  }
  expect((await verify()).at(-1)).toBe('The live system: no faults.')
  await app.db`
    update enquiry_words set words = 'nonsense'
    where company_id = ${company} and seq = 1 and enquiry_no = (select enquiry_no from enquiry where id = ${_id})`
  expect(await verify()).toEqual([
    `The search words of the company ${company} were wrong, and have been corrected.`,
    'The live system: 1 fault.',
  ])
  expect((await verify()).at(-1)).toBe('The live system: no faults.')
})

test('verify finds one flipped bit in a table, and in a copy from before an update [D13.1]', async () => {
  const dataDir = await restoredFolder()
  await copyBeforeUpgrade(dataDir, { applied: [], missing: [] })
  const table = await inDatabase(dataDir, async (db) => {
    const [row] = await db<{ path: string }[]>`select pg_relation_filepath('enquiry') as path`
    return row!.path
  })
  const [copy] = (await readdir(dataDir)).filter((entry) => entry.startsWith('before-upgrade-'))
  await flipBit(join(dataDir, 'postgres', table), { to: 8192 })
  await flipBit(join(dataDir, copy!, 'postgres', table))
  const lines: string[] = []
  const verify = verifyCommand([], { DATA_DIR: dataDir }, (line) => lines.push(line))
  await expect(verify).rejects.toThrow(/^The live system: \d+ faults\.$/)
  expect(lines).toContainEqual(
    expect.stringMatching(/^The table enquiry is damaged: invalid page in block 0 of relation/),
  )
  expect(lines).toContain(`The file postgres/${table} of the copy ${copy} is damaged.`)
})

test('verify --restore loads a backup into a temporary database and checks it there [D13.1]', async () => {
  const dataDir = await temporaryFolder()
  const printed = await run(verifyCommand, dataDir, name, '--restore')
  expect(printed).toMatch(/Restoring .* to a temporary database …\n.*\n.*\nThe backup .*: no faults\.$/)
})

test('looking for a backup changes nothing in a folder that has none [D13.1]', async () => {
  const folder = await temporaryFolder()
  await expect(run(verifyCommand, await temporaryFolder(), folder)).rejects.toThrow('There is no finished backup in')
  expect(await readdir(folder)).toEqual([])
})

test.each([
  [restoreCommand, [], /^Name a backup: npm run restore -- NAME\. In .* there are .*Z\.$/],
  [restoreCommand, ['nothing'], /^There is no backup nothing\. In .* there are/],
  [verifyCommand, ['nothing'], /^There is no backup nothing\./],
  [backupCommand, [], /^There is no data in .*\. Choose its folder with DATA_DIR, or set DATABASE_URL\.$/],
  [backupCommand, ['--two'], /^Unknown option '--two'/],
  [backupCommand, ['--passphrase'], /^--passphrase asks for it on a terminal\. Set BACKUP_PASSPHRASE instead\.$/],
])('a command that cannot run says what to do (%#) [D13.1]', async (command, args, message) => {
  await expect(run(command, await temporaryFolder(), ...args)).rejects.toThrow(message)
})
