import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Duplex, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Extract, extract, pack } from 'tar-stream'
import { Measure, measure } from '#server/backup/measure.ts'
import { StartError } from '#server/startError.ts'
import { writeDurably } from './writeDurably.ts'

const endBytes = 1024

type Entry = Extract extends AsyncIterable<infer E> ? E : never

/** Packs a folder into a file, which appears once it has been read back. */
export async function packTar(folder: string, file: string) {
  const partial = `${file}.partial`
  try {
    await writeTar(folder, partial)
    await rename(partial, file)
  } catch (error) {
    // A failed backup must not keep the disk full.
    await rm(partial, { force: true })
    throw error
  }
}

async function writeTar(folder: string, file: string) {
  const hashes = new Map<string, string>()
  const tar = pack()
  await Promise.all([pipeline(tar, createWriteStream(file, { mode: 0o600, flush: true })), addAll(tar, folder, hashes)])
  await readEntries(file, async (name, content) => {
    const { sha256 } = await measure(content as AsyncIterable<Uint8Array>)
    if (hashes.get(name) !== sha256) throw new Error(`${name} differs`)
    hashes.delete(name)
  }).catch((error: Error) => {
    throw new StartError(`The file ${file} could not be read back: ${error.message}. Check the disk.`)
  })
  if (hashes.size > 0) throw new StartError(`The file ${file} could not be read back: it is too short. Check the disk.`)
}

async function addAll(tar: ReturnType<typeof pack>, folder: string, hashes: Map<string, string>) {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    for (const entry of entries.filter((each) => each.isFile())) {
      const path = join(entry.parentPath, entry.name)
      const name = relative(folder, path).replaceAll('\\', '/')
      const measured = new Measure()
      await pipeline(
        createReadStream(path),
        (content) => measured.of(content as AsyncIterable<Uint8Array>),
        tar.entry({ name, size: (await stat(path)).size, mode: 0o600 }),
      )
      hashes.set(name, measured.result().sha256)
    }
    tar.finalize()
  } catch (error) {
    tar.destroy(error as Error)
    throw error
  }
}

/** Unpacks a file that `packTar` has made. */
export async function unpackTar(file: string, folder: string) {
  await readEntries(file, async (name, content) => {
    if (!/^[\w.-]+(\/[\w.-]+)*$/.test(name) || name.split('/').includes('..'))
      throw new Error(`“${name}” is no part of it`)
    await writeEntry(join(folder, name), content)
  }).catch(async (error: Error) => {
    await rm(folder, { recursive: true, force: true })
    throw new StartError(`${file} is not a backup, or it is damaged: ${error.message}.`)
  })
}

async function readEntries(file: string, read: (name: string, content: Entry) => Promise<void>) {
  await requireEnd(file)
  await readTar([createReadStream(file)], (entry) => read(entry.header.name, entry))
}

/** A file that was cut between two entries differs only in this from a whole one (POSIX, pax: two blocks of zeros). */
async function requireEnd(file: string) {
  const end = Buffer.alloc(endBytes, 1)
  const opened = await open(file)
  try {
    const { size } = await opened.stat()
    await opened.read(end, 0, endBytes, Math.max(0, size - endBytes))
  } finally {
    await opened.close()
  }
  if (end.some((byte) => byte !== 0)) throw new Error('its end is missing')
}

/** Calls `read` with one entry of a tar file after the other. The last of `streams` delivers the file. */
export async function readTar(streams: [Readable, ...Duplex[]], read: (entry: Entry) => Promise<void>) {
  const entries = extract()
  const readAll = async () => {
    for await (const entry of entries) await read(entry)
  }
  await Promise.all([pipeline([...streams, entries]), readAll()])
}

/**
 * Writes an entry to a file, in a folder that it creates. It begins to read at once: nothing would tell a later reader that the
 * tar file has ended in the middle of the entry.
 */
export async function writeEntry(path: string, entry: Entry) {
  await pipeline(entry as AsyncIterable<Uint8Array>, async (content: AsyncIterable<Uint8Array>) => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeDurably(path, content)
  })
}
