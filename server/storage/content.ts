import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'

/** Bytes to store, with their number and hash. `open` is called for each attempt to send them. */
export type Content = { size: number; sha256: string; open: () => Readable | Promise<Readable> }

export function hashOf(bytes: Uint8Array) {
  return createHash('sha256').update(bytes).digest('hex')
}

export function bytesContent(bytes: Buffer): Content {
  return { size: bytes.length, sha256: hashOf(bytes), open: () => Readable.from([bytes], { objectMode: false }) }
}
