import { rm } from 'node:fs/promises'
import { openDiskStorage } from './diskStorage.ts'
import { S3Client } from './s3Client.ts'
import { openS3Storage } from './s3Storage.ts'
import type { Storage } from './storage.ts'
import { requireUsableBucket } from './storageCheck.ts'
import type { BucketPlace, Credentials } from './storageUrl.ts'

/** Where files are: in a bucket, or else in `filesDir`. */
type Places = { filesDir: string; draftsDir: string; bucket?: { place: BucketPlace; credentials: Credentials } }

export async function openStorage({ filesDir, draftsDir, bucket }: Places): Promise<Storage> {
  if (!bucket) return openDiskStorage(filesDir)
  return openS3Storage(new S3Client(bucket.place, bucket.credentials), draftsDir)
}

/**
 * Opens the storage for the only server of its data folder: checks that the bucket can be used, and removes the drafts that a
 * crash left behind. Throws a StartError.
 */
export async function startStorage(places: Places) {
  const { bucket, draftsDir } = places
  if (bucket) {
    await requireUsableBucket(new S3Client(bucket.place, bucket.credentials), 'STORAGE_URL')
    await rm(draftsDir, { recursive: true, force: true })
  }
  return openStorage(places)
}
