import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { urlOf } from '#server/database/connecting/connectionUrl.ts'
import { openDatabase } from '#server/database/database.ts'
import { startEmbeddedPostgres } from '#server/database/embedded/embeddedPostgres.ts'
import { migrate } from '#server/database/migrate.ts'
import { lockDataFolder } from '#server/dataFolder.ts'
import { backUp, emptyDatabase, temporaryFolder } from '#server/test/backups/backups.ts'
import { fillDisk, smallDisk } from '#server/test/backups/smallDisk.ts'
import { postgres15Path, startCluster } from '#server/test/database/cluster.ts'
import { copyOf, emptyDatabaseUrl, installedFrom, runMove, stateOf } from '#server/test/moves/places.ts'
import { startMain } from '#server/test/moves/startMain.ts'
import { people } from '#server/test/people.ts'
import { picture } from '#server/test/pictures.ts'
import { testApp } from '#server/test/testApp.ts'
import { backupCommand } from './backupCommand.ts'
import { verifyCommand } from './verifyCommand.ts'

const app = await testApp()
const { member } = await people(app)
const documents = [{ name: 'leak.png', url: await picture('png', '#00ff00') }]
await member.post('/enquiry', { enquiryType: 'Damage', summery: 'A\tb\\c\nd “é” 🙂', documents })
const backups = await temporaryFolder()
const installed = await installedFrom(join(backups, (await backUp(app, backups)).name))

test('the same command moves the embedded database to another one and back, with every row [D13.1]', async () => {
  const old = await copyOf(installed)
  const before = await stateOf(old)
  const url = await emptyDatabaseUrl()
  expect(await runMove(old, '--database', url)).toMatch(/^Copying .*\nMoved [\d,]+ rows, and compared every one\.\n/)
  const there = { ...old, DATABASE_URL: url }
  expect(await stateOf(there)).toEqual(before)
  // The source has stayed as it was.
  expect(await stateOf(old)).toEqual(before)

  const printed = await runMove(there, '--database', 'embedded')
  const [aside] = (await readdir(old.DATA_DIR)).filter((name) => name.startsWith('before-restore-'))
  expect(printed).toContain(`The data that was at the new place before is in ${join(old.DATA_DIR, aside!)}.`)
  expect(await stateOf(old)).toEqual(before)
  expect(await runMove(old, '--database', url)).toContain('is in the schema before_restore_')
  expect(await stateOf(there)).toEqual(before)
})

test('a moved place does not start until --again, and the new one starts at once [D13.1]', async () => {
  const old = await copyOf(installed)
  const url = await emptyDatabaseUrl()
  await runMove(old, '--database', url)
  const refusal = await startMain(old)
  expect(refusal).toMatch(
    /^This data was moved to the database test_\w+ on .* at 20.*Z\. Start the server with the settings/,
  )
  expect(refusal).toMatch(/data as it was then: npm start -- --again\.\n$/)
  expect(await startMain({ ...old, DATABASE_URL: url })).toContain('Ready at')
  expect(await startMain(old, '--again')).toContain('Ready at')
  expect(await startMain(old)).toContain('Ready at')
})

test('backups and checks of a moved place still work [D13.1]', async () => {
  const old = await copyOf(installed)
  await runMove(old, '--database', await emptyDatabaseUrl())
  const lines: string[] = []
  await backupCommand(['--to', await temporaryFolder()], old, (line) => lines.push(line))
  await verifyCommand([], old, (line) => lines.push(line))
  expect(lines[0]).toContain('and read everything back')
  expect(lines.at(-1)).toBe('The live system: no faults.')
})

test('it prints which settings to change, and never a password [D13.1]', async () => {
  const old = await copyOf(installed)
  const { connection } = await emptyDatabase()
  const url = urlOf({ ...connection, password: 'hunter2secret' })
  const printed = await runMove(old, '--database', url)
  expect(printed).toContain(`  DATABASE_URL=${url.replace('hunter2secret', 'PASSWORD')} (with the password)\n`)
  expect(printed).toContain(`  keep DATA_DIR (${old.DATA_DIR}), which has the secret;`)
  expect(printed).toContain(
    `The old place (the embedded database in ${old.DATA_DIR}) is as it was, and marked as moved.`,
  )
  expect(printed).not.toContain('hunter2secret')
})

test('a database that has data is not overwritten [D13.1]', async () => {
  const old = await copyOf(installed)
  const { db, connection } = await emptyDatabase()
  await migrate(db)
  await db.end()
  const there = { ...old, DATABASE_URL: urlOf(connection) }
  const before = await stateOf(there)
  await expect(runMove(old, '--database', urlOf(connection))).rejects.toThrow(
    'There is data in the database of the new place already.',
  )
  expect(await stateOf(there)).toEqual(before)
  await expect(runMove(there, '--database', 'embedded')).rejects.toThrow(
    'There is data in the database of the new place',
  )
})

test('data that a server uses is not moved [D13.1]', async () => {
  const old = await copyOf(installed)
  const url = await emptyDatabaseUrl()
  const locked = await lockDataFolder(old.DATA_DIR)
  await expect(runMove(old, '--database', url)).rejects.toThrow('is in use by another server')
  await locked.release()

  const there = { ...old, DATABASE_URL: url }
  await runMove(old, '--database', url)
  const server = openDatabase(readConfig(there).database!, 1)
  onTestFinished(() => server.end())
  await server`select 1`
  await expect(runMove(there, '--database', await emptyDatabaseUrl())).rejects.toThrow(
    'Servers are using this database.',
  )
})

test('a command that is repeated after the move changes nothing, and one to another place is refused [D13.1]', async () => {
  const old = await copyOf(installed)
  const url = await emptyDatabaseUrl()
  await runMove(old, '--database', url)
  const before = await stateOf({ ...old, DATABASE_URL: url })
  expect(await runMove(old, '--database', url)).toMatch(/^Everything has been moved\.\nChange these settings/)
  await expect(runMove(old, '--database', await emptyDatabaseUrl())).rejects.toThrow('This data was moved to')
  expect(await stateOf({ ...old, DATABASE_URL: url })).toEqual(before)
})

test.skipIf(!postgres15Path)('PostgreSQL 18 is moved to 15 and back, with every row [D13.1] [D13.2]', async () => {
  const old = await copyOf(installed)
  const before = await stateOf(old)
  const { connection } = await startCluster({ programs: postgres15Path })
  const there = { ...old, DATABASE_URL: urlOf(connection) }
  await runMove(old, '--database', there.DATABASE_URL)
  expect(await stateOf(there)).toEqual(before)
  await runMove(there, '--database', 'embedded')
  expect(await stateOf(old)).toEqual(before)
})

const small = await smallDisk(120)

test.skipIf(!small)(
  'a move to a disk that fills up leaves the old place as it is, and goes on when there is room [D13.1]',
  async () => {
    const old = await copyOf(installed)
    const before = await stateOf(old)
    const own = await startEmbeddedPostgres(small!)
    onTestFinished(() => own.stop())
    const makeRoom = fillDisk(small!, 2e6)
    const there = { ...old, DATABASE_URL: urlOf(own.connection) }
    const failed = runMove(old, '--database', there.DATABASE_URL)
    await expect(failed).rejects.toMatchObject({ code: '53100', message: expect.stringContaining('No space left') })
    expect(await stateOf(old)).toEqual(before)
    await makeRoom()
    await runMove(old, '--database', there.DATABASE_URL)
    expect(await stateOf(there)).toEqual(before)
  },
)

test('no column counts with a sequence, whose value neither a move nor a backup would copy [D13.1]', async () => {
  expect(await app.db`select relname from pg_class where relkind = 'S'`).toEqual([])
})

test.each([
  [[], {}, /^Name the new place: npm run move -- --database URL --storage URL\./],
  [['--database', 'embedded'], {}, /^The database is the embedded database in .* already\./],
  [['--storage', 'disk'], {}, /^The files are in .*files already\./],
  [['--storage', 's3://desk'], {}, /^Invalid settings: AWS_ACCESS_KEY_ID is required with --storage/],
  [['--database', 'mysql://a:secret@b/c'], {}, /^Invalid settings: (?!.*secret).*\.$/],
  [
    ['--database', 'postgres://nobody@127.0.0.1:1/none'],
    {},
    /^There is no data in .*\. Choose its folder with DATA_DIR/,
  ],
  [
    ['--database', 'embedded'],
    { DATABASE_URL: 'postgres://a@b/c', DATABASE_POOLER: 'transaction' },
    /^A move needs Postgr/,
  ],
])('a move that cannot begin says what to do (%#) [D13.1]', async (args, settings, message) => {
  await expect(runMove({ DATA_DIR: await temporaryFolder(), ...settings }, ...args)).rejects.toThrow(message)
})

test('a target that cannot be reached is named as it was given [D13.1]', async () => {
  const old = await copyOf(installed)
  const nowhere = runMove(old, '--database', 'postgres://nobody@127.0.0.1:1/none')
  await expect(nowhere).rejects.toThrow(/^Cannot connect to the database: .*ECONNREFUSED.* Check --database\.$/)
})
