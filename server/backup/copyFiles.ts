import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { BackedUpFile } from '#server/backup/format/fileList.ts'
import type { Sealing } from '#server/backup/format/sealing.ts'
import { limitConcurrency } from '#server/documents/limitConcurrency.ts'
import { StartError } from '#server/startError.ts'
import type { Storage } from '#server/storage/storage.ts'
import { measure } from './measure.ts'

/** Most of the time goes by in waiting for the disk to sync. */
export const maxAtOnce = 8

/** A file that rows refer to, and that the storage cannot deliver. */
export class MissingFile extends Error {
  constructor(
    readonly key: string,
    readonly fault: 'missing' | 'damaged',
  ) {
    super(`The file ${key} is ${fault}`)
  }
}

/** Copies files, and the thumbnails beside them, to the pool of a backup. Throws MissingFile. */
export async function copyFiles(keys: string[], storage: Storage, pool: Storage, sealing: Sealing) {
  const inTurn = limitConcurrency(maxAtOnce)
  const copied: BackedUpFile[] = []
  for (const [part, needed] of byPart(keys)) {
    const stored = new Set(await storage.keys(part))
    const missing = needed.find((key) => !stored.has(key))
    if (missing) throw new MissingFile(missing, 'missing')
    const thumbnails = needed.map((key) => `${key}.thumbnail`).filter((key) => stored.has(key))
    const wanted = [...needed, ...thumbnails]
    copied.push(...(await Promise.all(wanted.map((key) => inTurn(() => copyFile(key, storage, pool, sealing))))))
  }
  return copied
}

function byPart(keys: string[]) {
  const parts = new Map<string, string[]>()
  for (const key of keys) {
    const part = key.slice(0, 2)
    const others = parts.get(part)
    if (others) others.push(key)
    else parts.set(part, [key])
  }
  return parts
}

async function copyFile(key: string, storage: Storage, pool: Storage, sealing: Sealing): Promise<BackedUpFile> {
  const found = await storage.open(key)
  if (!found) throw new MissingFile(key, 'missing')
  const bytes = await buffer(found.stream)
  const file = { key, ...(await measure([bytes])) }
  // The key of a file is its hash; that of a thumbnail is not.
  if (!key.endsWith('.thumbnail') && file.sha256 !== key) throw new MissingFile(key, 'damaged')
  await ensureStored(pool, sealing, file, async () => bytes)
  return file
}

/** Stores a file unless it is there and intact, and reads it back. `read` is called only if it is not. */
export async function ensureStored(target: Storage, sealing: Sealing, file: BackedUpFile, read: () => Promise<Buffer>) {
  if (await isIntact(target, sealing, file)) return
  const key = sealing.poolKey(file.key)
  const content = await buffer(Readable.from(await sealing.seal([await read()])))
  await target.remove(key, new Date(Date.now() + 1000))
  await target.put(key, content)
  if (!(await isIntact(target, sealing, file))) {
    throw new StartError(`The file ${file.key} could not be read back after it was written. Check the disk.`)
  }
}

async function isIntact(storage: Storage, sealing: Sealing, file: BackedUpFile) {
  const found = await storage.open(sealing.poolKey(file.key))
  if (!found) return false
  try {
    return (await measure(await sealing.unseal(found.stream))).sha256 === file.sha256
  } catch {
    return false
  }
}
