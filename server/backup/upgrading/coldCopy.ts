import { constants } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { nameOf } from '#server/backup/format/manifest.ts'
import { belongsToArchiving } from '#server/database/embedded/walArchiving.ts'
import type { Upgrade } from '#server/database/migrate.ts'
import { StartError } from '#server/startError.ts'
import { syncPath } from '#server/syncPath.ts'

export const copyPrefix = 'before-upgrade-'
const kept = 2
/** How much of the size of the database must be free. */
const spaceFactor = 1.2
const aboutFile = 'about.json'

const About = z.object({ copiedAt: z.iso.datetime(), applied: z.array(z.string()), missing: z.array(z.string()) })

/**
 * Copies the embedded database of a data folder, which must be stopped, before an upgrade changes it, and keeps the two newest
 * copies. Throws a StartError if there is too little space.
 */
export async function copyBeforeUpgrade(folder: string, upgrade: Upgrade) {
  const cluster = join(folder, 'postgres')
  await requireSpace(folder, await sizeOf(cluster))
  const now = new Date()
  const copy = join(folder, `${copyPrefix}${nameOf(now)}`)
  const partial = `${copy}.partial`
  await removeUnfinished(folder)
  await mkdir(partial, { mode: 0o700 })
  // A file system that can share blocks copies nothing now.
  await cp(cluster, join(partial, 'postgres'), {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    filter: async (path) => !belongsToArchiving(path, cluster) && !(await stat(path)).isSocket(),
  })
  await writeFile(
    join(partial, aboutFile),
    JSON.stringify({ copiedAt: now.toISOString(), ...upgrade } satisfies z.infer<typeof About>),
  )
  await syncAll(partial)
  await rename(partial, copy)
  await syncPath(folder)
  const copies = await listCopies(folder)
  for (const old of copies.slice(0, -kept)) await discard(folder, old)
}

async function sizeOf(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function requireSpace(folder: string, bytes: number) {
  const { bavail, bsize } = await statfs(folder)
  const needed = Math.ceil((bytes * spaceFactor) / 1e6)
  const free = Math.floor((bavail * bsize) / 1e6)
  if (free >= needed) return
  throw new StartError(
    `The update first copies the database, for which ${needed} MB must be free in ${folder}; ${free} MB are. Make room, and start again.`,
  )
}

async function removeUnfinished(folder: string) {
  const left = (await readdir(folder)).filter((name) => name.startsWith(copyPrefix) && name.endsWith('.partial'))
  for (const name of left) await rm(join(folder, name), { recursive: true })
}

async function syncAll(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const { parentPath, name } of entries) await syncPath(join(parentPath, name))
  await syncPath(folder)
}

/** The names of the complete copies in a data folder, oldest first. */
export async function listCopies(folder: string) {
  return (await readdir(folder)).filter((name) => name.startsWith(copyPrefix) && name.endsWith('Z')).toSorted()
}

/** Whether an interrupted upgrade goes on, which must not replace the copy from before it by one of half of it. */
export async function isCopied(folder: string, { applied, missing }: Upgrade) {
  const copy = (await listCopies(folder)).at(-1)
  if (!copy) return false
  const before = await readAbout(folder, copy)
  const added = applied.filter((name) => !before.applied.includes(name))
  return added.length > 0 && [...added, ...missing].toSorted().join() === before.missing.toSorted().join()
}

export async function copiedAt(folder: string, copy: string) {
  return new Date((await readAbout(folder, copy)).copiedAt)
}

async function readAbout(folder: string, copy: string) {
  return About.parse(JSON.parse(await readFile(join(folder, copy, aboutFile), 'utf8')))
}

/** Renamed first, so that a killed removal leaves no incomplete copy under its name. */
async function discard(folder: string, copy: string) {
  const partial = join(folder, `${copy}.partial`)
  await rename(join(folder, copy), partial)
  await rm(partial, { recursive: true })
}
