import { existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { isNameOfBackup, nameOf } from '#server/backup/format/manifest.ts'
import { openKey, type Sealing, unsealed } from '#server/backup/format/sealing.ts'
import type { BackupPlace } from '#server/backup/places/backupPlace.ts'
import { folderPlace, openFolderPlace } from '#server/backup/places/folderPlace.ts'
import { writeDurably } from '#server/backup/places/writeDurably.ts'
import { StartError } from '#server/startError.ts'
import { syncPath } from '#server/syncPath.ts'
import { hashOf, isSegment, unpackSegment } from './segments.ts'

const partial = '.partial'
const keyFile = 'key.age'
const segmentsFolder = 'segments'

/** A segment as it is stored; `sha256` is of its packed content before encryption. */
export type StoredSegment = { segment: string; sha256: string }

/** The folder with the archives of all clusters that were backed up in `backupDir`. */
export function archivesFolder(backupDir: string) {
  return join(backupDir, 'wal')
}

/** The names of the archives, oldest first. */
export async function listArchives(backupDir: string) {
  const folder = archivesFolder(backupDir)
  return existsSync(folder) ? (await readdir(folder)).filter((name) => isNameOfBackup(name)).toSorted() : []
}

/** Encrypts archives; `stored` is the key as an archive keeps it, encrypted with the passphrase. Without a passphrase there is none. */
export type ArchiveKey = { sealing: Sealing; stored?: Uint8Array }

/** Begins an archive for a cluster whose log is in no other one, or has left it. */
export async function beginArchive(backupDir: string, { sealing, stored }: ArchiveKey) {
  const name = nameOf(new Date())
  const folder = join(archivesFolder(backupDir), name)
  await mkdir(join(folder, segmentsFolder), { recursive: true, mode: 0o700 })
  if (stored) await writeDurably(join(folder, keyFile), [stored])
  for (const path of [folder, archivesFolder(backupDir), backupDir]) await syncPath(path)
  return new WalArchive(folder, name, sealing, await openBases(backupDir, name))
}

/** Throws a StartError if the passphrase is missing or wrong. */
export async function openArchive(backupDir: string, name: string, passphrase: string | undefined) {
  const folder = join(archivesFolder(backupDir), name)
  const stored = await readStoredKey(backupDir, name)
  const sealing = stored ? await openKey(stored, name, passphrase) : unsealed
  return new WalArchive(folder, name, sealing, await openBases(backupDir, name))
}

export async function readStoredKey(backupDir: string, name: string) {
  const path = join(archivesFolder(backupDir), name, keyFile)
  return existsSync(path) ? readFile(path) : undefined
}

/** The base backups of an archive, which need no passphrase to be listed and removed. */
export async function openBases(backupDir: string, name: string) {
  const { pool } = await openFolderPlace(backupDir)
  return folderPlace(join(archivesFolder(backupDir), name), pool)
}

/** When the newest segment of an archive was stored; undefined if it has none. Needs no passphrase. */
export async function findLastStored(backupDir: string, name: string) {
  const folder = join(archivesFolder(backupDir), name, segmentsFolder)
  const stored = (await readdir(folder)).filter((file) => !file.endsWith(partial))
  // Segments are named in the order of the log.
  const newest = stored.reduce((last, file) => (file > last ? file : last), '')
  return newest === '' ? undefined : (await stat(join(folder, newest))).mtime
}

/** One unbroken write-ahead log, and the base backups from which it leads to any moment. */
export class WalArchive {
  constructor(
    readonly folder: string,
    readonly name: string,
    readonly sealing: Sealing,
    readonly bases: BackupPlace,
  ) {}

  /** The stored segments, oldest first. */
  async segments(): Promise<StoredSegment[]> {
    const names = (await readdir(this.#segmentsFolder)).toSorted()
    return names
      .filter((name) => !name.endsWith(partial))
      .map((name) => name.split('.'))
      .map(([segment = '', sha256 = '']) => ({ segment, sha256 }))
      .filter(({ segment }) => isSegment(segment))
  }

  /** Stores a packed segment durably. */
  async add(stored: StoredSegment, packed: Buffer) {
    const path = this.#pathOf(stored)
    await rm(`${path}${partial}`, { force: true })
    await writeDurably(`${path}${partial}`, await this.sealing.seal([packed]))
    await rename(`${path}${partial}`, path)
    await syncPath(this.#segmentsFolder)
  }

  /** Returns a segment without the empty pages at its end. Throws a StartError if it is damaged. */
  async read(stored: StoredSegment) {
    const file = await open(this.#pathOf(stored))
    try {
      const packed = await buffer(Readable.from(await this.sealing.unseal(file.createReadStream())))
      if (hashOf(packed) !== stored.sha256) throw new Error('its hash is another one')
      return await unpackSegment(packed)
    } catch (error) {
      const called = `The segment ${stored.segment} of the write-ahead log in ${this.folder}`
      throw new StartError(`${called} is damaged: ${(error as Error).message}.`, { cause: error })
    } finally {
      await file.close()
    }
  }

  async remove(stored: StoredSegment) {
    await rm(this.#pathOf(stored), { force: true })
  }

  get #segmentsFolder() {
    return join(this.folder, segmentsFolder)
  }

  #pathOf({ segment, sha256 }: StoredSegment) {
    return join(this.#segmentsFolder, `${segment}.${sha256}`)
  }
}
