import type { Readable } from 'node:stream'

/** Where bytes live, each under a key made from their content, so that one key never has two contents. */
export interface Storage {
  /** Resolves once the bytes are safe from a power cut; the same key again only renews its date. */
  put(key: string, bytes: Buffer): Promise<void>
  /** The bytes and their number, or undefined where there is nothing under the key. */
  open(key: string): Promise<{ stream: Readable; size: number } | undefined>
  /** Every key with the time of its last `put`. */
  list(): AsyncIterable<{ key: string; storedAt: Date }>
  /** Removes it unless it was stored again since. */
  remove(key: string, storedBefore: Date): Promise<void>
}
