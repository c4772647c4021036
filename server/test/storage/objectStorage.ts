import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBucket } from '#server/storage/s3Client.ts'
import { whenDone } from '#server/test/whenDone.ts'
import { owner, type Swift } from './swift.ts'

/** The URL of a folder of a bucket, as STORAGE_URL has it. */
export function storageUrl(port: number, bucket: string, { folder = '', more = '' } = {}) {
  return `s3://${bucket}/${folder}?endpoint=http://127.0.0.1:${port}${more}`
}

/** The settings of a server that stores its files in a bucket. */
export function storingIn(url: string, credentials = owner) {
  return {
    STORAGE_URL: url,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  }
}

export async function newBucket(swift: Swift, permissions?: Record<string, string>) {
  const name = `bucket-${randomUUID()}`
  await swift.makeBucket(name, permissions)
  return name
}

/** For tests: does not wait between attempts, and not long for a store that is silent. */
export const shortTimes = { stallMs: 500, pauseMs: 0 }

export async function openNewBucket(swift: Swift) {
  return openBucket(storageUrl(swift.port, await newBucket(swift)), owner)
}

/** A folder of this machine that exists until the current test or file is done. */
export async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'enquiry-desk-storage-'))
  whenDone(() => rm(folder, { recursive: true }))
  return folder
}

/** For a proxy that changes what passes. */
export function replacing(text: string, other: string) {
  return (bytes: string) => bytes.replace(text, other)
}
