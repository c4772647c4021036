import { randomBytes } from 'node:crypto'
import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { backupCommand } from '#server/commands/backupCommand.ts'
import { sayFailure } from '#server/commands/failure.ts'
import { restoreCommand } from '#server/commands/restoreCommand.ts'
import { verifyCommand } from '#server/commands/verifyCommand.ts'
import { urlOf } from '#server/database/connecting/connectionUrl.ts'
import { backUp, filesIn, temporaryFolder } from '#server/test/backups/backups.ts'
import { fillDisk, smallDisk } from '#server/test/backups/smallDisk.ts'
import { inDatabase } from '#server/test/database/postgres17.ts'
import { registerOwner } from '#server/test/people.ts'
import { picture } from '#server/test/pictures.ts'
import { testApp } from '#server/test/testApp.ts'

const app = await testApp()
const owner = await registerOwner(app)
const documents = [{ name: 'leak.png', url: await picture('png', '#00ff00') }]
await owner.post('/enquiry', { enquiryType: 'Damage', summery: 'Before', documents })
const dataDir = app.config.dataDir
const live = { DATA_DIR: dataDir, DATABASE_URL: urlOf(app.connection) }
// More than PostgreSQL can compress, so that tables, not an empty database, fill the disk.
await app.db`update enquiry set comments = ${randomBytes(9e6).toString('base64')}`
const elsewhere = await temporaryFolder()
const { name } = await backUp(app, elsewhere)
const small = await smallDisk(400)

/** Runs a command, and returns what it prints; if it fails, the line that it ends with. */
async function run(command: typeof backupCommand, settings: NodeJS.ProcessEnv, ...args: string[]) {
  const lines: string[] = []
  await command(args, settings, (line) => lines.push(line)).catch((error: Error) => lines.push(sayFailure(error)))
  return lines.join('\n')
}

async function sizeOf(folder: string) {
  const sizes = (await filesIn(folder)).map(async (path) => (await stat(path)).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

const isFull = /The disk is full \(.*\)\. Make room, and try again\.$/

describe.skipIf(!small)('on a disk that fills up', () => {
  test('an automatic backup fails at any part, earlier ones stay good, and the next one succeeds [D13.1]', async () => {
    const backups = join(small!, 'backups')
    const settings = { ...live, BACKUP_DIR: backups }
    expect(await run(backupCommand, settings, '--automatic')).toContain('read everything back')
    const before = (await readdir(backups)).toSorted()
    const size = await sizeOf(join(backups, before[0]!))
    // Each part takes a whole number of blocks, so the size of all parts has no room for the last ones.
    for (const bytesLeft of [0, size / 2, size]) {
      const makeRoom = fillDisk(small!, bytesLeft)
      expect(await run(backupCommand, settings, '--automatic'), `${bytesLeft} bytes left`).toMatch(isFull)
      expect((await readdir(backups)).toSorted()).toEqual(before)
      await makeRoom()
    }
    expect(await run(verifyCommand, settings, backups)).toContain(`The backup ${before[0]}: no faults.`)
    expect(await run(backupCommand, settings, '--automatic')).toContain('read everything back')
    expect(await run(verifyCommand, settings, backups)).toMatch(/The backup .*: no faults\.$/)
    expect((await readdir(backups)).filter((each) => each.endsWith('Z'))).toHaveLength(2)
  })

  test('a backup in a .tar file leaves nothing behind, and the next one succeeds [D13.1]', async () => {
    const folder = join(small!, 'tar')
    await mkdir(folder)
    const file = join(folder, 'backup.tar')
    const size = await sizeOf(join(elsewhere, name))
    // Room for its parts, but not for all of the file that is made of them.
    const makeRoom = fillDisk(small!, size * 1.5)
    expect(await run(backupCommand, live, '--to', file)).toMatch(isFull)
    expect(await readdir(folder)).toEqual([])
    await makeRoom()
    await run(backupCommand, live, '--to', file)
    expect(await run(verifyCommand, live, file)).toMatch(/The backup .*: no faults\.$/)
  })

  test('a restore leaves the old state in use, which starts, and goes on once there is room [D13.1]', async () => {
    const settings = { DATA_DIR: join(small!, 'data') }
    await run(restoreCommand, settings, join(elsewhere, name))
    await inDatabase(settings.DATA_DIR, (db) => db`update enquiry set summery = 'After'`)
    const before = (await readdir(settings.DATA_DIR)).toSorted()
    // Too little for an empty database, and for the rows.
    for (const bytesLeft of [20e6, 52e6]) {
      const makeRoom = fillDisk(small!, bytesLeft)
      const printed = await run(restoreCommand, settings, join(elsewhere, name))
      expect(printed, `${bytesLeft} bytes left`).toMatch(isFull)
      expect(printed).not.toContain('damaged')
      expect((await readdir(settings.DATA_DIR)).toSorted()).toEqual(before)
      expect(await summariesIn(settings.DATA_DIR)).toEqual(['After'])
      await makeRoom()
    }
    expect(await run(restoreCommand, settings, join(elsewhere, name))).toContain('The data from before is in')
    expect(await summariesIn(settings.DATA_DIR)).toEqual(['Before'])
  })
})

function summariesIn(folder: string) {
  return inDatabase(folder, async (db) => (await db`select summery from enquiry`).map(({ summery }) => summery))
}
