import type { Config } from '#server/config.ts'
import { StartError } from '#server/startError.ts'
import { S3Client } from '#server/storage/s3Client.ts'
import { requireUsableBucket } from '#server/storage/storageCheck.ts'
import { type Finding, findingsOn, splitAdvice } from './finding.ts'
import { probeFolder } from './folderProbe.ts'
import { NoResponse, within } from './timeLimit.ts'

const { ok, problem } = findingsOn('storage')
const missingFiles = 'npm run verify finds files that are missing or damaged.'

/** Writes a small object to the bucket and deletes it again, as a server does when it starts. */
export async function checkStorage({ bucket, filesDir }: Config, ms: number): Promise<Finding[]> {
  if (!bucket) return checkFolder(filesDir, ms)
  const { endpoint, bucket: name } = bucket.place
  const client = new S3Client(bucket.place, bucket.credentials, { stallMs: ms, pauseMs: 200 })
  try {
    await within(ms, `The object storage at ${endpoint.host}`, requireUsableBucket(client, 'STORAGE_URL'))
    return [ok(`The bucket “${name}” at ${endpoint.host} can be written to and read. ${missingFiles}`)]
  } catch (error) {
    if (error instanceof NoResponse) {
      const next = 'Check the endpoint in STORAGE_URL, and that a firewall lets this machine reach it.'
      return [problem(`${error.message}.`, next)]
    }
    if (!(error instanceof StartError)) throw error
    const { fact, next } = splitAdvice(error.message, 'Check STORAGE_URL and the object storage.')
    return [problem(fact, next)]
  }
}

/** Whether DATA_DIR itself responds has been checked before. */
async function checkFolder(filesDir: string, ms: number) {
  const state = await probeFolder(filesDir, ms)
  if ('missing' in state) return [ok('There are no files yet.')]
  if (state.isWritable) return [ok(`The folder of the files, ${filesDir}, can be written to. ${missingFiles}`)]
  const next = 'Give the account of the server write access to it.'
  return [problem(`The folder of the files, ${filesDir}, cannot be written to (${state.code}).`, next)]
}
