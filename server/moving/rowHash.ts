import { hash } from 'node:crypto'
import type { Chunks } from '#server/backup/measure.ts'

export type Rows = { count: number; hash: string }

/**
 * Counts and hashes the rows that pass through it, in PostgreSQL's text format, whatever their order: it adds the SHA-256 of all
 * rows. So two databases that sort differently need not sort a table to be compared, and it takes no memory for a long one.
 */
export class RowHash {
  readonly #sum = new Uint32Array(8)
  #count = 0
  /** The beginning of a row whose end has not arrived yet. */
  #begun: Uint8Array[] = []

  /** `onRows` receives how many more rows have passed. */
  async *of(content: Chunks, onRows: (rows: number) => void = () => {}) {
    for await (const chunk of content) {
      const before = this.#count
      this.#add(chunk)
      onRows(this.#count - before)
      yield chunk
    }
  }

  result(): Rows {
    return { count: this.#count, hash: Buffer.from(this.#sum.buffer).toString('hex') }
  }

  /** Rows end with a line break, which the text format never contains otherwise. */
  #add(chunk: Uint8Array) {
    let start = 0
    for (let end = -1; (end = chunk.indexOf(10, start)) >= 0; start = end + 1) this.#addRow(chunk.subarray(start, end))
    // A copy, because the sender may use the chunk for other bytes.
    if (start < chunk.length) this.#begun.push(chunk.slice(start))
  }

  #addRow(end: Uint8Array) {
    const row = this.#begun.length > 0 ? Buffer.concat([...this.#begun, end]) : end
    this.#begun = []
    this.#count += 1
    const digest = hash('sha256', row, 'buffer')
    for (let lane = 0; lane < 8; lane++) this.#sum[lane]! += digest.readUInt32LE(lane * 4)
  }
}
