import { randomInt } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'

/** A copy with one bit flipped, at random from the byte `from` to before the byte `to`. */
export function withFlippedBit(intact: Buffer, { from = 0, to = intact.length } = {}) {
  const damaged = Buffer.from(intact)
  damaged[randomInt(from, to)]! ^= 1 << randomInt(8)
  return damaged
}

/** Does so in a file. Returns a function that repairs the file. */
export async function flipBit(path: string, range?: { from?: number; to?: number }) {
  const intact = await readFile(path)
  await writeFile(path, withFlippedBit(intact, range))
  return () => writeFile(path, intact)
}
