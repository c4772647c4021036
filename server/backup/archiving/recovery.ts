import { mkdir, open, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { Measure } from '#server/backup/measure.ts'
import type { Connection } from '#server/database/connectionPool.ts'
import { withEmbeddedPostgres } from '#server/database/embedded/embeddedPostgres.ts'
import { StartError } from '#server/startError.ts'
import { type Base, clusterPart, readBase } from './base.ts'
import { unpackCluster } from './clusterCopy.ts'
import { nextSegment, segmentBytes } from './segments.ts'
import { listArchives, openArchive, type StoredSegment, type WalArchive } from './walArchive.ts'

/** Applying a week of changes may take long. */
const recoveryMs = 24 * 3600 * 1000

const tooShort = /recovery ended before configured recovery target was reached/

/** From where a recovery begins, and the segments to apply. */
export type Beginning = { archive: WalArchive; name: string; base: Base; segments: StoredSegment[] }

/** Finds the newest complete base backup from before `at`, or the newest of all. Throws a StartError if there is none. */
export async function findBeginning(backupDir: string, passphrase: string | undefined, at?: Date): Promise<Beginning> {
  const moments = []
  for (const archiveName of (await listArchives(backupDir)).toReversed()) {
    const archive = await openArchive(backupDir, archiveName, passphrase)
    const all = await archive.segments()
    for (const name of (await archive.bases.names()).toReversed()) {
      const base = await readBase(archive, name)
      const segments = all.filter(({ segment }) => segment >= base.firstSegment)
      if (!segments.some(({ segment }) => segment === base.lastSegment)) continue
      if (!at || base.stoppedAt <= at.toISOString()) return { archive, name, base, segments }
      moments.push(base.stoppedAt)
    }
  }
  const reach = moments.at(-1) ? `It leads back to ${moments.at(-1)}.` : 'It has no complete base backup.'
  throw new StartError(`The archive of the write-ahead log in ${backupDir} does not lead to that moment. ${reach}`)
}

/**
 * Brings the copy of a cluster in `<folder>/postgres` to a moment, or to the end of its archive, and runs `use` on it. `folder` is
 * a staging folder in the data folder. Throws a StartError, also if a segment on the way is missing or damaged.
 */
export async function recover<T>(
  beginning: Beginning,
  folder: string,
  { at, print }: { at?: Date; print: (line: string) => void },
  use: (connection: Connection) => Promise<T>,
) {
  const cluster = join(folder, 'postgres')
  await mkdir(cluster, { mode: 0o700 })
  await unpackBase(beginning, cluster)
  const fault = await putSegments(beginning, cluster)
  if (fault && !at) throw fault
  const settings = { restore_command: 'exit 1', hot_standby: 'off', recovery_target_action: 'promote' }
  const run = (more: Record<string, string>) =>
    withEmbeddedPostgres(folder, use, {
      settings: { ...settings, ...more },
      startTimeoutMs: recoveryMs,
      dataFolder: dirname(folder),
    })
  try {
    return await run(at ? { recovery_target_time: at.toISOString().replace('Z', '+00') } : {})
  } catch (error) {
    if (fault || !tooShort.test((error as Error).message)) throw fault ?? error
    const result = await run({})
    print(`The archive ends before that moment. The last change in it is from ${await lastChangeIn(folder)}.`)
    return result
  }
}

async function unpackBase({ archive: { bases, sealing }, name, base }: Beginning, cluster: string) {
  const stored = await bases.open(name, clusterPart)
  if (!stored) throw new StartError(`The part ${clusterPart} of the base backup ${name} is missing.`)
  const measured = new Measure()
  const fault = await unpackCluster(Readable.from(measured.of(await sealing.unseal(stored))), cluster).catch(
    (error: Error) => error,
  )
  if (fault || measured.result().sha256 !== base.cluster.sha256) {
    throw new StartError(`The part ${clusterPart} of the base backup ${name} is damaged.`, { cause: fault })
  }
  await writeFile(join(cluster, 'backup_label'), base.label, { mode: 0o600, flush: true })
  await writeFile(join(cluster, 'recovery.signal'), '', { mode: 0o600, flush: true })
}

/** Puts the segments where PostgreSQL looks for them. Returns the fault at which they end early, which may be after the moment. */
async function putSegments({ archive, segments }: Beginning, cluster: string) {
  let expected = segments[0]?.segment
  for (const stored of segments) {
    if (stored.segment !== expected) return new StartError(`The segment ${expected} is missing in ${archive.folder}.`)
    const content = await archive.read(stored).catch((error: StartError) => error)
    if (content instanceof StartError) return content
    await writeSegment(join(cluster, 'pg_wal', stored.segment), content)
    expected = nextSegment(expected)
  }
  return undefined
}

/** The empty pages at its end take no space on most file systems. */
async function writeSegment(path: string, content: Buffer) {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.truncate(segmentBytes)
  } finally {
    await file.close()
  }
}

async function lastChangeIn(folder: string) {
  const log = await readFile(join(folder, 'postgres.log'), 'utf8').catch(() => '')
  return /last completed transaction was at log time (.*)/.exec(log)?.[1] ?? 'before its base backup'
}
