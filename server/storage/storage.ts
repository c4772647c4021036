import type { Readable } from 'node:stream'

/** Received bytes without a final key. Call `keep` or `discard` for each. */
export type Draft = { key: string; sha256: string; size: number }

/** Stores bytes under keys derived from their content, so the content of a key never changes. */
export interface Storage {
  /**
   * Resolves once the bytes are synced to disk, or acknowledged by the object storage. For an existing key, only updates its
   * date. An object storage that fails throws a StorageError, here and in all other methods.
   */
  put(key: string, bytes: Buffer): Promise<void>
  /** Writes bytes as they arrive, and computes their size and hash. Leaves nothing behind if `content` fails. */
  receive(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Draft>
  /** Stores a draft under its hash; resolves as `put` does. */
  keep(draft: Draft): Promise<void>
  /** Does nothing for a draft that was kept. */
  discard(draft: Draft): Promise<void>
  /** The bytes and their number, or undefined if the key does not exist. */
  open(key: string): Promise<{ stream: Readable; size: number } | undefined>
  /** The first two characters of all keys, sorted: about 256 parts, to iterate over all keys in steps. */
  parts(): Promise<string[]>
  /** All keys that begin with a part. */
  keys(part: string): Promise<string[]>
  /** Removes a key unless its last `put` was after `storedBefore`. Returns whether it was removed. */
  remove(key: string, storedBefore: Date): Promise<boolean>
}
