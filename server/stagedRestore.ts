import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { clearLeftovers } from './database/embedded/postgresOrphan.ts'
import { syncPath } from './syncPath.ts'

/** The entries of a data folder that a restore replaces. */
const entries = ['postgres', 'secret']
const ready = /^(restore|upgrade)-(.+)\.ready$/
/** A folder in the staging folder. It describes the data in use, and later lies beside that data in `before-upgrade-…`. */
const notes = 'notes'
/** PostgreSQL changes it at each start and stop. */
const control = 'postgres/global/pg_control'

/** Why the data in use is replaced. An upgrade replaces it by the same data in a newer PostgreSQL. */
type Cause = 'restore' | 'upgrade'

/** The folder in which a restore or an upgrade prepares its data. It does not count until `commit` renames it. */
export function stagingFolder(folder: string, time: string, cause: Cause = 'restore') {
  return join(folder, `${cause}-${time}.partial`)
}

/**
 * Makes the folder for notes in a staging folder, with the state of the cluster in use, which must be stopped. Returns its path.
 */
export async function makeNotes(folder: string, staged: string) {
  const path = join(staged, notes)
  await mkdir(path, { mode: 0o700 })
  await copyFile(join(folder, control), join(path, basename(control)))
  return path
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
    if (!time) continue
    const [staged, aside] = [join(folder, name), join(folder, `before-${cause}-${time}`)]
    if (cause === 'upgrade' && (await isOutdated(folder, staged, aside))) await giveUp(staged, aside)
    else await putInPlace(folder, staged, aside)
  }
}

/** Whether the old cluster has run since it was copied. An earlier version of the product ignores the exchange and starts it. */
async function isOutdated(folder: string, staged: string, aside: string) {
  const isInUse = existsSync(join(folder, 'postgres')) && !existsSync(join(aside, 'postgres'))
  if (!isInUse || !existsSync(join(staged, 'postgres'))) return false
  const noted = existsSync(join(staged, notes)) ? join(staged, notes) : aside
  const [then, now] = await Promise.all([readFile(join(noted, basename(control))), readFile(join(folder, control))])
  return !then.equals(now)
}

/** Makes it an unfinished one, which the next start removes if this is killed. */
async function giveUp(staged: string, aside: string) {
  const unfinished = staged.replace(/ready$/, 'partial')
  if (!existsSync(join(staged, notes))) await rename(aside, join(staged, notes))
  await rename(staged, unfinished)
  await discard(unfinished)
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
