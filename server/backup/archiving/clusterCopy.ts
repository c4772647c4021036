import { type FileHandle, mkdir, open, readdir } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'
import type { Chunks } from '#server/backup/measure.ts'
import { readTar, writeEntry } from '#server/backup/places/tarFile.ts'
import { belongsToArchiving } from '#server/database/embedded/walArchiving.ts'

/** PostgreSQL fills these itself (PostgreSQL, chapter 'Making a Base Backup Using the Low Level API'). */
const emptiedFolders = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
])
const omitted =
  /^(postmaster\.(pid|opts)|backup_label.*|tablespace_map.*|pgsql_tmp.*|pg_internal\.init.*|\.s\.PGSQL\..*)$/

/** Packs the folder of a running cluster, between `pg_backup_start` and `pg_backup_stop`. */
export function packCluster(cluster: string): Readable {
  const tar = pack()
  const zipped = createGzip({ level: 1 })
  pipeline(tar, zipped).catch((error: Error) => zipped.destroy(error))
  addFolder(tar, cluster, cluster)
    .then(() => tar.finalize())
    .catch((error: Error) => tar.destroy(error))
  return zipped
}

async function addFolder(tar: Pack, folder: string, cluster: string) {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(whenGone([]))) {
    const path = join(folder, entry.name)
    const name = relative(cluster, path).replaceAll('\\', '/')
    if (omitted.test(basename(path)) || belongsToArchiving(path, cluster)) continue
    if (entry.isDirectory()) {
      tar.entry({ name, type: 'directory', mode: 0o700 })
      if (!emptiedFolders.has(name)) await addFolder(tar, path, cluster)
    } else if (entry.isFile()) await addFile(tar, path, name)
  }
}

async function addFile(tar: Pack, path: string, name: string) {
  const file = await open(path).catch(whenGone(undefined))
  if (!file) return
  try {
    const { size } = await file.stat()
    await pipeline(Readable.from(exactly(file, size)), tar.entry({ name, size, mode: 0o600 }))
  } finally {
    await file.close()
  }
}

/** The file may grow or shrink meanwhile; recovery repairs what was read of it. */
async function* exactly(file: FileHandle, size: number) {
  for (let position = 0; position < size;) {
    const wanted = Math.min(size - position, 1 << 20)
    const { bytesRead, buffer } = await file.read(Buffer.alloc(wanted), 0, wanted, position)
    // A file that has become shorter is filled with zeros.
    position += bytesRead || wanted
    yield bytesRead > 0 ? buffer.subarray(0, bytesRead) : buffer
  }
}

/** Unpacks what `packCluster` has packed. */
export async function unpackCluster(content: Chunks, cluster: string) {
  await readTar([Readable.from(content), createGunzip()], async (entry) => {
    const path = join(cluster, entry.header.name)
    if (relative(cluster, path).startsWith('..')) throw new Error(`“${entry.header.name}” is no part of it`)
    if (entry.header.type === 'directory') {
      entry.resume()
      await mkdir(path, { recursive: true, mode: 0o700 })
    } else await writeEntry(path, entry)
  })
}

function whenGone<T>(result: T) {
  return (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return result
    throw error
  }
}
