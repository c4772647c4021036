import type { Readable } from 'node:stream'

/** Bytes that have arrived and have no key yet. Keep or discard every one. */
export type Draft = { key: string; sha256: string; size: number }

/** Where bytes live, each under a key made from their content, so that one key never has two contents. */
export interface Storage {
  /** Resolves once the bytes are safe from a power cut; the same key again only renews its date. */
  put(key: string, bytes: Buffer): Promise<void>
  /** Writes bytes down as they arrive, measures and hashes them. Leaves nothing behind when `content` fails. */
  receive(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Draft>
  /** Gives a draft its hash as the key; resolves as `put` does. */
  keep(draft: Draft): Promise<void>
  /** Does nothing for a draft that was kept. */
  discard(draft: Draft): Promise<void>
  /** The bytes and their number, or undefined where there is nothing under the key. */
  open(key: string): Promise<{ stream: Readable; size: number } | undefined>
  /** The beginnings that keys have, in order: some 256, to go through all keys step by step. */
  parts(): Promise<string[]>
  /** All keys that begin with a part. */
  keys(part: string): Promise<string[]>
  /** Removes it unless its last `put` was later; returns whether it did. */
  remove(key: string, storedBefore: Date): Promise<boolean>
}
