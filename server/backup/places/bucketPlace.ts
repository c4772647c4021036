import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { isNameOfBackup } from '#server/backup/format/manifest.ts'
import { type Chunks, Measure } from '#server/backup/measure.ts'
import { bytesContent } from '#server/storage/content.ts'
import { S3Client } from '#server/storage/s3Client.ts'
import { openS3Storage } from '#server/storage/s3Storage.ts'
import type { BucketPlace, Credentials } from '#server/storage/storageUrl.ts'
import type { BackupPlace } from './backupPlace.ts'

const manifest = 'manifest.json'
const suffix = '.partial'
/** Larger ones are sent in parts, so that a broken connection costs one part. */
const maxPut = 64 * 1024 * 1024

/**
 * Keeps backups in a bucket. An object cannot be renamed, so a backup counts from when its manifest has its final name. Parts
 * are spooled to the folder `scratch` first: a store wants the hash of a body before the body.
 */
export async function openBucketPlace(
  place: BucketPlace,
  credentials: Credentials,
  scratch: string,
): Promise<BackupPlace> {
  const client = new S3Client(place, credentials)
  const pool = new S3Client({ ...place, folder: `${place.folder}files/` }, credentials)
  const folders = async () => (await client.listFolders()).filter(isNameOfBackup).toSorted()
  const isFinished = async (name: string) => (await client.head(`${name}/${manifest}`)) !== undefined
  const removeAll = async (name: string) => {
    for await (const { key } of client.list(`${name}/`)) await client.delete(key)
  }
  return {
    address: `s3://${place.bucket}/${place.folder}`,
    pool: await openS3Storage(pool, join(scratch, 'drafts')),

    async names() {
      const found = await folders()
      const finished = await Promise.all(found.map(isFinished))
      return found.filter((_, at) => finished[at])
    },

    write: (name, part, content) =>
      upload(client, `${name}/${part}${part === manifest ? suffix : ''}`, content, scratch),

    async open(name, part) {
      return ((await client.get(`${name}/${part}`)) ?? (await client.get(`${name}/${part}${suffix}`)))?.stream
    },

    async publish(name) {
      const written = await client.get(`${name}/${manifest}${suffix}`)
      await client.put(`${name}/${manifest}`, bytesContent(await buffer(written!.stream)))
      await client.delete(`${name}/${manifest}${suffix}`)
    },

    async remove(name) {
      // First, so that a killed removal leaves no incomplete backup.
      await client.delete(`${name}/${manifest}`)
      await removeAll(name)
    },

    async clear() {
      for (const name of await folders()) if (!(await isFinished(name))) await removeAll(name)
    },
  }
}

/** One part at a time. */
async function upload(client: S3Client, key: string, content: Chunks, scratch: string) {
  const path = join(scratch, 'part')
  try {
    const measured = await spool(content, path)
    if (measured.size <= maxPut) await client.put(key, { ...measured, open: () => createReadStream(path) })
    else await client.upload(key, createReadStream(path), measured)
  } finally {
    await rm(path, { force: true })
  }
}

async function spool(content: Chunks, path: string) {
  const measured = new Measure()
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of measured.of(content)) await file.writeFile(chunk)
  } finally {
    await file.close()
  }
  const { bytes, sha256 } = measured.result()
  return { size: bytes, sha256 }
}
