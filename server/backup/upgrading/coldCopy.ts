import { constants } from 'node:fs'
import { cp, mkdir, readdir, rename, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { nameOf } from '#server/backup/format/manifest.ts'
import { isFullDisk } from '#server/backup/fullDisk.ts'
import { belongsToArchiving } from '#server/database/embedded/walArchiving.ts'
import type { Upgrade } from '#server/database/migrate.ts'
import { StartError } from '#server/startError.ts'
import { syncPath, syncTree } from '#server/syncPath.ts'
import { copyPrefix, listCopies, readAbout, removeOldCopies, removeUnfinished, writeAbout } from './copies.ts'
import { writeHashes } from './copyHashes.ts'

/** How much of the size of the database must be free. */
export const spaceFactor = 1.2

/**
 * Copies the embedded database of a data folder, which must be stopped, before an upgrade changes it, and keeps the two newest
 * copies. Throws a StartError if there is too little space.
 */
export async function copyBeforeUpgrade(folder: string, upgrade: Upgrade) {
  // Before the space is measured: a killed copy must not count as data.
  await removeUnfinished(folder)
  await requireSpaceForCopy(folder)
  await writeCopy(folder, upgrade).catch(async (error: Error) => {
    // A failed copy must not keep the disk full.
    await removeUnfinished(folder)
    throw explain(error, folder)
  })
  await removeOldCopies(folder)
}

async function writeCopy(folder: string, upgrade: Upgrade) {
  const cluster = join(folder, 'postgres')
  const now = new Date()
  const copy = join(folder, `${copyPrefix}${nameOf(now)}`)
  const partial = `${copy}.partial`
  await mkdir(partial, { mode: 0o700 })
  // A file system that can share blocks copies nothing now.
  await cp(cluster, join(partial, 'postgres'), {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    filter: async (path) => !belongsToArchiving(path, cluster) && !(await stat(path)).isSocket(),
  })
  await writeAbout(partial, { copiedAt: now.toISOString(), ...upgrade })
  await writeHashes(partial, cluster)
  await syncTree(partial)
  await rename(partial, copy)
  await syncPath(folder)
}

function explain(error: Error, folder: string) {
  const remedy = isFullDisk(error) ? `Make room in ${folder}` : `Check the disk of ${folder}`
  return new StartError(
    `The update first copies the database, and this failed: ${error.message}. The database is unchanged. ${remedy}, and start again.`,
    { cause: error },
  )
}

/** Throws a StartError unless a data folder has room for another copy of its database. */
export async function requireSpaceForCopy(folder: string) {
  const bytes = await sizeOf(join(folder, 'postgres'))
  const { bavail, bsize } = await statfs(folder)
  const needed = Math.ceil((bytes * spaceFactor) / 1e6)
  const free = Math.floor((bavail * bsize) / 1e6)
  if (free >= needed) return
  throw new StartError(
    `The update first copies the database, for which ${needed} MB must be free in ${folder}; ${free} MB are. Make room, and start again.`,
  )
}

async function sizeOf(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/**
 * Whether an interrupted upgrade goes on, which must not replace the copy from before it by one of half of it. After PostgreSQL
 * was replaced, the older version cannot have written again.
 */
export async function isCopied(folder: string, { applied, missing }: Upgrade) {
  const copy = (await listCopies(folder)).at(-1)
  if (!copy) return false
  const before = await readAbout(folder, copy)
  const added = applied.filter((name) => !before.applied.includes(name))
  const isBegun = added.length > 0 || before.major !== undefined
  return isBegun && [...added, ...missing].toSorted().join() === before.missing.toSorted().join()
}
