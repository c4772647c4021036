import { randomInt } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'

/** Flips one bit of a file, at random from the byte `from` to before the byte `to`. Returns a function that repairs the file. */
export async function flipBit(path: string, { from = 0, to = Infinity } = {}) {
  const intact = await readFile(path)
  const damaged = Buffer.from(intact)
  damaged[randomInt(from, Math.min(to, intact.length))]! ^= 1 << randomInt(8)
  await writeFile(path, damaged)
  return () => writeFile(path, intact)
}
