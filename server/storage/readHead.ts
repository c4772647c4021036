import type { Storage } from './storage.ts'

/** The first bytes of a stored file, or of a missing one none. */
export async function readHead(storage: Storage, key: string, bytes: number) {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of (await storage.open(key))?.stream ?? []) {
    chunks.push(chunk as Buffer)
    size += (chunk as Buffer).length
    if (size >= bytes) break
  }
  return Buffer.concat(chunks).subarray(0, bytes)
}
