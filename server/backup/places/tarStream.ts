import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pack } from 'tar-stream'
import { readPoolKeys } from '#server/backup/backupReader.ts'
import { diskPathOf } from '#server/storage/diskStorage.ts'
import type { BackupPlace } from './backupPlace.ts'

/**
 * A backup of a folder as the file that `npm run backup -- --to x.tar` makes: its parts, and those files of the pool that it uses. The
 * stream fails if one is missing, so that a download never ends as if it were whole.
 */
export async function tarOf(place: BackupPlace, name: string): Promise<Readable> {
  const keys = await readPoolKeys(place, name)
  const tar = pack()
  void addAll(tar, place, name, keys).catch((error: Error) => tar.destroy(error))
  return Readable.from(tar)
}

async function addAll(tar: ReturnType<typeof pack>, place: BackupPlace, name: string, keys: string[]) {
  const folder = join(place.address, name)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name)
    const part = join(name, relative(folder, path)).replaceAll('\\', '/')
    await add(tar, part, { stream: createReadStream(path), size: (await stat(path)).size })
  }
  for (const key of keys) {
    const file = await place.pool.open(key)
    if (!file) throw new Error(`The file ${key} of the backup ${name} is missing.`)
    await add(tar, diskPathOf('files', key), file)
  }
  tar.finalize()
}

async function add(tar: ReturnType<typeof pack>, name: string, { stream, size }: { stream: Readable; size: number }) {
  try {
    await pipeline(stream, tar.entry({ name, size, mode: 0o600 }))
  } catch (error) {
    // If the download has ended between two files, nothing has begun to read this one.
    stream.destroy()
    throw error
  }
}
