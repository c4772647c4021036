import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzip, gunzipSync } from 'node:zlib'
import { type BackedUpFile, readFileList } from '#server/backup/format/fileList.ts'
import { type BackedUpTable, type Manifest, readManifest } from '#server/backup/format/manifest.ts'
import { openSealing, type Sealing, unsealed } from '#server/backup/format/sealing.ts'
import type { BackupPlace } from '#server/backup/places/backupPlace.ts'
import { StartError } from '#server/startError.ts'
import { isFullDisk } from './fullDisk.ts'
import { Measure, measure } from './measure.ts'
import { countRows } from './tables.ts'

/** Throws a StartError if there is no such backup, its manifest is damaged, or the passphrase is wrong. */
export async function readBackup(place: BackupPlace, name: string, passphrase?: string) {
  const sealing = await openSealing(place, name, passphrase)
  const stored = await place.open(name, 'manifest.json')
  if (!stored) throw new StartError(`There is no backup ${name} in ${place.address}.`)
  const manifest = await text(Readable.from(await sealing.unseal(stored))).catch(() => '')
  return new BackupReader(place, name, sealing, readManifest(manifest, name))
}

/** The names of a backup's files in the pool. Needs no passphrase. */
export async function readPoolKeys(place: BackupPlace, name: string) {
  const stored = await place.open(name, 'pool.gz')
  if (!stored) throw new StartError(`The part pool.gz of the backup ${name} is missing.`)
  const unpacked = await promisify(gunzip)(await buffer(stored))
  return unpacked.toString().split('\n').filter(Boolean)
}

/** Everything that it returns is checked against its hash while it is read: it throws a StartError at the latest at the end. */
export class BackupReader {
  constructor(
    readonly place: BackupPlace,
    readonly name: string,
    readonly sealing: Sealing,
    readonly manifest: Manifest,
  ) {}

  table(table: BackedUpTable) {
    return this.#part(`tables/${table.name}.copy.gz`, table, this.sealing)
  }

  async files() {
    const list = await buffer(Readable.from(this.#part('files.gz', this.manifest.files, this.sealing)))
    return readFileList(gunzipSync(list).toString())
  }

  async *file(file: BackedUpFile) {
    const stored = await this.place.pool.open(this.sealing.poolKey(file.key))
    yield* checked(`The file ${file.key} of the backup`, stored?.stream, file, this.sealing)
  }

  /** Undefined if the backup was made without it. */
  async secret() {
    const { secret } = this.manifest
    return secret ? text(Readable.from(this.#part('secret', secret, this.sealing))) : undefined
  }

  /** Reads everything except the files. Returns a sentence for each fault. */
  async findPartFaults() {
    const faults: string[] = []
    for (const table of this.manifest.tables) await collect(faults, this.#checkTable(table))
    await collect(faults, this.secret())
    await collect(faults, this.files())
    await collect(faults, measure(this.#part('pool.gz', this.manifest.pool, unsealed)))
    return faults
  }

  /** Reads everything. */
  async findFaults() {
    const faults = await this.findPartFaults()
    const files = await this.files().catch(() => [])
    for (const file of files) await collect(faults, measure(this.file(file)))
    return faults
  }

  async #checkTable(table: BackedUpTable) {
    const rows = await namingTable(table, countRows(this.table(table)))
    if (rows !== table.rows)
      throw new StartError(`The table ${table.name} of the backup has ${rows} rows, not ${table.rows}.`)
  }

  async *#part(part: string, expected: Expected, sealing: Sealing) {
    yield* checked(`The part ${part} of the backup`, await this.place.open(this.name, part), expected, sealing)
  }
}

/** The errors of decompression and of PostgreSQL do not say where they come from. */
export async function namingTable<T>({ name }: BackedUpTable, reading: Promise<T>) {
  try {
    return await reading
  } catch (error) {
    if (error instanceof StartError || isFullDisk(error)) throw error
    throw new StartError(`The part tables/${name}.copy.gz of the backup is damaged: ${(error as Error).message}.`)
  }
}

async function collect(faults: string[], reading: Promise<unknown>) {
  await reading.catch((error: Error) => faults.push(error.message))
}

type Expected = { bytes: number; sha256: string }

async function* checked(called: string, stored: Readable | undefined, expected: Expected, sealing: Sealing) {
  if (!stored) throw new StartError(`${called} is missing.`)
  const measured = new Measure()
  try {
    yield* measured.of(await sealing.unseal(stored))
  } catch (error) {
    throw new StartError(`${called} is damaged or cannot be read: ${(error as Error).message}.`, { cause: error })
  }
  const { bytes, sha256 } = measured.result()
  if (bytes !== expected.bytes || sha256 !== expected.sha256) throw new StartError(`${called} is damaged.`)
}
