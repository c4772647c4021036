import { createHash } from 'node:crypto'

/** Bytes as they arrive. */
export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Hashes and counts the bytes that pass through it. Read the result when the content has ended. */
export class Measure {
  readonly #hash = createHash('sha256')
  #bytes = 0

  async *of(content: Chunks) {
    for await (const chunk of content) {
      this.#hash.update(chunk)
      this.#bytes += chunk.length
      yield chunk
    }
  }

  result() {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }
}

export async function measure(content: Chunks) {
  const measured = new Measure()
  for await (const _chunk of measured.of(content)) continue
  return measured.result()
}
