import type { Readable } from 'node:stream'

/** Where bytes live, each under a key made from their content, so that one key never has two contents. */
export interface Storage {
  /** Resolves once the bytes are safe from a power cut; the same key again only renews its date. */
  put(key: string, bytes: Buffer): Promise<void>
  /** The bytes and their number, or undefined where there is nothing under the key. */
  open(key: string): Promise<{ stream: Readable; size: number } | undefined>
  /** The beginnings that keys have, in order: some 256, to go through all keys step by step. */
  parts(): Promise<string[]>
  /** All keys that begin with a part. */
  keys(part: string): Promise<string[]>
  /** Removes it unless its last `put` was later; returns whether it did. */
  remove(key: string, storedBefore: Date): Promise<boolean>
}
