import { createReadStream, existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { z } from 'zod'
import { maxAtOnce } from '#server/backup/copyFiles.ts'
import { readChecked, writeChecked } from '#server/backup/format/checkedJson.ts'
import { measure } from '#server/backup/measure.ts'
import { belongsToArchiving } from '#server/database/embedded/walArchiving.ts'
import { limitConcurrency } from '#server/documents/limitConcurrency.ts'
import { aboutFile } from './copies.ts'

const hashFile = 'hashes.json'

/** The SHA-256 hash of each file, by its path in the copy. */
const Hashes = z.record(z.string(), z.string())
type Hashes = z.infer<typeof Hashes>

/**
 * Writes the hashes of a copy to a file in `folder`, which has its `about.json`. They are of the stopped `cluster` itself, so that
 * a fault of the copying is found as well.
 */
export async function writeHashes(folder: string, cluster: string) {
  const entries = await readdir(cluster, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !belongsToArchiving(entry.parentPath, cluster))
  const sources = files.map(({ parentPath, name }) => {
    const path = join(parentPath, name)
    return { path, inCopy: join('postgres', relative(cluster, path)).replaceAll('\\', '/') }
  })
  sources.push({ path: join(folder, aboutFile), inCopy: aboutFile })
  const inTurn = limitConcurrency(maxAtOnce)
  const hashed = sources.map(async ({ path, inCopy }) => [inCopy, await inTurn(() => hashOf(path))] as const)
  const hashes: Hashes = Object.fromEntries(await Promise.all(hashed))
  await writeFile(join(folder, hashFile), writeChecked(hashes), { flush: true })
}

/** Reads the whole copy. Returns a sentence for each fault; undefined if an older version made the copy, without hashes. */
export async function findCopyFaults(dataDir: string, copy: string) {
  const folder = join(dataDir, copy)
  if (!existsSync(join(folder, hashFile))) return undefined
  const hashes = readChecked(await readFile(join(folder, hashFile), 'utf8'))
  if (hashes === undefined) return [`The file ${hashFile} of the copy ${copy} is damaged.`]
  const inTurn = limitConcurrency(maxAtOnce)
  const checked = Object.entries(Hashes.parse(hashes)).map(async ([path, expected]) => {
    const fault = await inTurn(() => faultOf(join(folder, path), expected))
    return fault ? [`The file ${path} of the copy ${copy} ${fault}.`] : []
  })
  return (await Promise.all(checked)).flat()
}

async function faultOf(path: string, expected: string) {
  try {
    return (await hashOf(path)) === expected ? undefined : 'is damaged'
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? 'is missing' : `cannot be read: ${message}`
  }
}

async function hashOf(path: string) {
  return (await measure(createReadStream(path, { highWaterMark: 1 << 20 }))).sha256
}
