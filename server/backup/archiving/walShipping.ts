import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FastifyBaseLogger } from 'fastify'
import { archivedFolder } from '#server/database/embedded/walArchiving.ts'
import { PollingLoop } from '#server/scheduling/pollingLoop.ts'
import { currentArchive, leaveArchive, openArchiveKey } from './currentArchive.ts'
import { hashOf, isSegment, nextSegment, packSegment, timelineOf } from './segments.ts'
import type { WatchedStorage } from './storedFiles.ts'
import type { ArchiveKey, StoredSegment, WalArchive } from './walArchive.ts'

/** With the 30 s that a commit waits in a segment, at most about 40 s are lost with the machine. */
const defaultPauseMs = 5000
/** 4 GB. More of them could fill the disk on which the product itself writes. */
const defaultMaxWaiting = 256

type Settings = { cluster: string; backupDir: string; backupPassphrase: string | undefined }
type Limits = { pauseMs?: number; maxWaiting?: number }

/** Moves finished segments of the write-ahead log to their archive, after the files that their rows refer to. */
export class WalShipping extends PollingLoop {
  #key: ArchiveKey | undefined
  #archive: WalArchive | undefined
  /** Undefined until it is read from the archive. */
  #newest: StoredSegment | undefined
  #isFailing = false

  constructor(
    private readonly settings: Settings,
    private readonly files: WatchedStorage,
    private readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>,
    private readonly limits: Limits = {},
  ) {
    super(limits.pauseMs ?? defaultPauseMs)
  }

  /** Computes the key of an encrypted archive. Call this before there are requests that would wait for it. */
  async prepare() {
    const { cluster, backupDir, backupPassphrase } = this.settings
    this.#key ??= await openArchiveKey(cluster, backupDir, backupPassphrase)
  }

  protected async tryNext() {
    let waiting: string[] = []
    try {
      waiting = await this.#listWaiting()
      await this.#shipAll(waiting)
      if (this.#isFailing) this.log.info('the write-ahead log is archived again')
      this.#isFailing = false
    } catch (error) {
      this.#report(error)
      if (waiting.length > (this.limits.maxWaiting ?? defaultMaxWaiting)) await this.#giveUp(waiting)
    }
    return false
  }

  /** Archives the end of the log of a cluster that has stopped for good, and leaves the archive. */
  async finish() {
    await this.#shipAll(await this.#listWaiting())
    await leaveArchive(this.settings.cluster)
  }

  async #listWaiting() {
    const { cluster } = this.settings
    const names = await listSegments(archivedFolder(cluster))
    const current = (await listSegments(join(cluster, 'pg_wal'))).at(-1) ?? ''
    // A restored database still has segments of the log that it was restored from.
    const older = names.filter((name) => timelineOf(name) < timelineOf(current))
    for (const name of older) await rm(join(archivedFolder(cluster), name))
    return names.slice(older.length)
  }

  async #shipAll(waiting: string[]) {
    await this.#open()
    await this.#copyFiles()
    for (const segment of waiting) await this.#ship(segment)
  }

  async #open() {
    if (this.#archive) return
    await this.prepare()
    this.#archive = await currentArchive(this.settings.cluster, this.settings.backupDir, this.#key!)
    this.#newest = (await this.#archive.segments()).at(-1)
    // The first base backup copies all files.
    if ((await this.#archive.bases.names()).length > 0) await this.#addUncopiedFiles(this.#archive)
  }

  /** A crash loses the list of those that were stored since the last round. */
  async #addUncopiedFiles({ bases: { pool }, sealing }: WalArchive) {
    const copied = new Set<string>()
    for (const part of await pool.parts()) for (const key of await pool.keys(part)) copied.add(key)
    for (const part of await this.files.storage.parts()) {
      const keys = await this.files.storage.keys(part)
      for (const key of keys) if (isFinal(key) && !copied.has(sealing.poolKey(key))) this.files.stored.add(key)
    }
  }

  async #copyFiles() {
    const { bases, sealing } = this.#archive!
    for (const key of this.files.stored) {
      const found = await this.files.storage.open(key)
      // A file that was removed since then belongs to no row.
      if (found) {
        const bytes = await buffer(found.stream)
        await bases.pool.put(sealing.poolKey(key), await buffer(Readable.from(await sealing.seal([bytes]))))
      }
      this.files.stored.delete(key)
    }
  }

  async #ship(segment: string) {
    const path = join(archivedFolder(this.settings.cluster), segment)
    const packed = await packSegment(await readFile(path))
    const stored = { segment, sha256: hashOf(packed) }
    if (!this.#isNewest(stored)) {
      if (this.#newest && segment !== nextSegment(this.#newest.segment)) await this.#beginAgain(segment)
      await this.#archive!.add(stored, packed)
      this.#newest = stored
    }
    await rm(path)
  }

  /** A crash may leave a segment that is already stored, or let PostgreSQL archive it once more. */
  #isNewest({ segment, sha256 }: StoredSegment) {
    return this.#newest?.segment === segment && this.#newest.sha256 === sha256
  }

  /** After a gap, or when an older state of the cluster has been put back, whose log differs from here on. */
  async #beginAgain(segment: string) {
    this.log.warn({ segment, after: this.#newest?.segment }, 'the write-ahead log has a gap, so a new archive begins')
    await leaveArchive(this.settings.cluster)
    this.#archive = undefined
    await this.#open()
  }

  #report(error: unknown) {
    if (!this.#isFailing) {
      this.log.error({ err: error }, 'THE WRITE-AHEAD LOG COULD NOT BE ARCHIVED and will be tried again')
    }
    this.#isFailing = true
    this.#archive = undefined
  }

  async #giveUp(waiting: string[]) {
    const message = 'TOO MUCH OF THE WRITE-AHEAD LOG WAITS to be archived. It is removed, and a new archive begins'
    this.log.error({ segments: waiting.length }, message)
    try {
      for (const segment of waiting) await rm(join(archivedFolder(this.settings.cluster), segment), { force: true })
      await leaveArchive(this.settings.cluster)
    } catch (error) {
      this.log.error({ err: error }, 'the waiting log could not be removed')
    }
  }
}

async function listSegments(folder: string) {
  return (await readdir(folder)).filter((name) => isSegment(name)).toSorted()
}

function isFinal(key: string) {
  return /^[0-9a-f]{64}(\.thumbnail)?$/.test(key)
}
