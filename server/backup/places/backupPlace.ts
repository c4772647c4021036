import type { Readable } from 'node:stream'
import type { Chunks } from '#server/backup/measure.ts'
import type { Storage } from '#server/storage/storage.ts'

/** Where backups are kept. */
export interface BackupPlace {
  /** The address that people know, for messages. */
  readonly address: string
  /** The files that all backups share. */
  readonly pool: Storage
  /** The names of the finished backups, oldest first. */
  names(): Promise<string[]>
  /** Stores a part of an unfinished backup durably. */
  write(name: string, part: string, content: Chunks): Promise<void>
  /** Opens a part of a backup, finished or not; undefined if it is missing. */
  open(name: string, part: string): Promise<Readable | undefined>
  /** Makes a backup whose parts are all written a finished one, at once. */
  publish(name: string): Promise<void>
  remove(name: string): Promise<void>
  /** Removes what killed backups have left. Only one backup may run at a time. */
  clear(): Promise<void>
}
