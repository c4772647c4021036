import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { clearLeftovers } from './database/embedded/postgresOrphan.ts'
import { syncPath } from './syncPath.ts'

/** The entries of a data folder that a restore replaces. */
const entries = ['postgres', 'secret']
const ready = /^(restore|upgrade)-(.+)\.ready$/
/** A folder in the staging folder with notes about the data in use, beside which that is kept. */
const notes = 'notes'

/** Why the data in use is replaced. An upgrade replaces it by the same data in a newer PostgreSQL. */
type Cause = 'restore' | 'upgrade'

/** The folder in which a restore or an upgrade prepares its data. It does not count until `commit` renames it. */
export function stagingFolder(folder: string, time: string, cause: Cause = 'restore') {
  return join(folder, `${cause}-${time}.partial`)
}

/** Makes the folder for notes in a staging folder. Returns its path. */
export async function makeNotes(staged: string) {
  const folder = join(staged, notes)
  await mkdir(folder, { mode: 0o700 })
  return folder
}

/** A folder that a command needs only while it runs. The next start removes it if the command was killed. */
export function scratchFolder(folder: string, purpose: 'unpacked' | 'verified') {
  return join(folder, `restore-${Date.now()}-${purpose}.partial`)
}

/** Commits to a folder with complete data: from now on, the next process that opens the data folder puts it in place. */
export async function commit(folder: string, complete: string, time: string, cause: Cause = 'restore') {
  await syncPath(complete)
  await rename(complete, join(folder, `${cause}-${time}.ready`))
  await syncPath(folder)
}

/**
 * Call this when a data folder is opened: removes what a killed restore or upgrade has left, and finishes one that was
 * committed.
 */
export async function settleRestores(folder: string) {
  const left = (await readdir(folder)).filter((name) => /^(restore|upgrade)-.+\.partial$/.test(name))
  for (const name of left) await discard(join(folder, name))
  await finishCommitted(folder)
}

/** Removes a folder in which a cluster may still be running, because its process was killed. */
async function discard(folder: string) {
  const cluster = join(folder, 'postgres')
  if (existsSync(cluster)) await clearLeftovers(cluster)
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}

/**
 * Moves the data in use to `before-restore-<time>` or `before-upgrade-<time>`, and the prepared data in its place. Can be killed
 * and called again at any moment.
 */
export async function finishCommitted(folder: string) {
  for (const name of await readdir(folder)) {
    const [, cause, time] = ready.exec(name) ?? []
    if (time) await putInPlace(folder, join(folder, name), join(folder, `before-${cause}-${time}`))
  }
}

/** Where a restore moves the data that it replaces. */
export function asideName(time: string) {
  return `before-restore-${time}`
}

async function putInPlace(folder: string, staged: string, aside: string) {
  if (existsSync(join(staged, notes))) await rename(join(staged, notes), aside)
  await mkdir(aside, { recursive: true, mode: 0o700 })
  for (const entry of entries) {
    if (!existsSync(join(staged, entry))) continue
    // Once the restored entry has left `staged`, the one in `folder` is the restored one.
    if (existsSync(join(folder, entry))) await rename(join(folder, entry), join(aside, entry))
    await rename(join(staged, entry), join(folder, entry))
  }
  await syncPath(aside)
  await syncPath(folder)
  await rm(staged, { recursive: true })
  if ((await readdir(aside)).length === 0) await rmdir(aside)
}
