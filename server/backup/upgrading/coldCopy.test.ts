import { cp, mkdir, rm, stat, statfs, truncate, watch, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { migrate } from '#server/database/migrate.ts'
import { syncTree } from '#server/syncPath.ts'
import { filesIn } from '#server/test/backups/backups.ts'
import { fillDisk, sharingDisk, smallDisk } from '#server/test/backups/smallDisk.ts'
import {
  appliedTo,
  copiesIn,
  migrations,
  oldFolder,
  oldMigrations,
  rollBack,
  start,
} from '#server/test/backups/updates.ts'
import { inDatabase } from '#server/test/database/postgres17.ts'
import { copyBeforeUpgrade } from './coldCopy.ts'

const original = await oldFolder()
const upgrade = { applied: oldMigrations, missing: [] }
const old = { applied: oldMigrations, companies: [{ name: 'Old & Co' }] }

const small = await smallDisk(320)
const sharing = await sharingDisk()

/** The data folder of the older version on another disk. */
async function copyTo(disk: string) {
  const folder = join(disk, 'data')
  await cp(original, folder, { recursive: true })
  return folder
}

/** The migrations and companies that an older version finds when it starts. */
function stateOf(folder: string) {
  return inDatabase(folder, async (db) => ({
    applied: await appliedTo(db),
    companies: await db`select name from company`,
  }))
}

async function freeBytes(folder: string) {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Fills the disk as soon as the folder gets a file with this ending. Returns a function that makes room again. */
async function fillWhenThereIs(ending: string, folder: string, bytesLeft: number) {
  for await (const { filename } of watch(folder)) if (filename?.endsWith(ending)) return fillDisk(small!, bytesLeft)
  throw new Error('never')
}

describe.skipIf(!small)('on a small disk', () => {
  test('the copy needs 1.2 times the size of the database as free space, and says how much that is [D13.1]', async () => {
    const folder = join(small!, 'sized')
    const table = join(folder, 'postgres/table')
    await mkdir(join(folder, 'postgres'), { recursive: true })
    await writeFile(table, '')
    fillDisk(small!, 64e6)
    const free = await freeBytes(folder)
    // The file takes no space. The needed and the free room are compared in MB.
    await truncate(table, Math.floor(free / 1.2 + 2e6))
    await expect(copyBeforeUpgrade(folder, upgrade)).rejects.toThrow(
      /^The update first copies the database, for which 6[67] MB must be free in .*; 6[34] MB are\. Make room, and start again\.$/,
    )
    expect(await copiesIn(folder)).toEqual([])
    await truncate(table, Math.floor(free / 1.2 - 2e6))
    // The rest of a killed copy is removed first.
    await mkdir(join(folder, 'before-upgrade-killed.partial'))
    await writeFile(join(folder, 'before-upgrade-killed.partial/table'), Buffer.alloc(20e6))
    await copyBeforeUpgrade(folder, upgrade)
    expect(await copiesIn(folder)).toHaveLength(1)
    await rm(folder, { recursive: true })
  })
})

describe.skipIf(!small)('an update on a disk that fills up', async () => {
  const folder = small ? await copyTo(small) : ''

  test('while the database is copied leaves the old state, which starts [D13.1]', async () => {
    const filled = fillWhenThereIs('.partial', folder, 10e6)
    await expect(start(folder, appliedTo)).rejects.toThrow(
      /^The update first copies the database, and this failed: ENOSPC: .*\. The database is unchanged\. Make room in .*, and start again\.$/,
    )
    await filled
    expect(await copiesIn(folder)).toEqual([])
    // The disk is still as full as before the copy.
    expect(await stateOf(folder)).toEqual(old)
  })

  test('while migrations run goes on once there is room, and can go back [D13.1]', async () => {
    const { result: makeRoom } = await start(folder, async (db) => {
      const undo = fillDisk(small!, 0)
      await expect(migrate(db)).rejects.toMatchObject({ code: '53100' })
      return undo
    })
    await makeRoom()
    const { result } = await start(folder, async (db) => {
      await migrate(db)
      return appliedTo(db)
    })
    expect(result).toEqual(migrations)
    await rollBack(folder, '--yes')
    expect(await stateOf(folder)).toEqual(old)
  })
})

describe.skipIf(!sharing)('where files can share blocks', () => {
  test('the copy takes almost no space [D13.1]', async () => {
    const folder = await copyTo(sharing!)
    await syncTree(folder)
    const sizes = (await filesIn(join(folder, 'postgres'))).map(async (path) => (await stat(path)).size)
    const size = (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0)
    const before = await freeBytes(folder)
    await copyBeforeUpgrade(folder, upgrade)
    const taken = before - (await freeBytes(folder))
    expect(size).toBeGreaterThan(30e6)
    expect(taken).toBeLessThan(size / 10)
  })
})
