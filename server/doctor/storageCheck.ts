import type { Config } from '#server/config.ts'
import { NoResponse, within } from '#server/database/timeLimit.ts'
import { type Folders, giveAccess } from '#server/doctor/disk/diskCheck.ts'
import { commandLine } from '#server/projectRoot.ts'
import { StartError } from '#server/startError.ts'
import { S3Client } from '#server/storage/s3Client.ts'
import { requireUsableBucket } from '#server/storage/storageCheck.ts'
import { type Finding, findingsOn, splitAdvice } from './finding.ts'

const { ok, problem } = findingsOn('storage')
const missingFiles = `${commandLine('verify')} finds files that are missing or damaged.`

/** Writes a small object to the bucket and deletes it again, as a server does when it starts. */
export async function checkStorage({ bucket, filesDir }: Config, { files }: Folders, ms: number): Promise<Finding[]> {
  // The check of the disk says why a folder does not respond.
  if (!bucket) return files ? [judgeFolder(filesDir, files)] : []
  const { endpoint, bucket: name } = bucket.place
  const client = new S3Client(bucket.place, bucket.credentials)
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

function judgeFolder(filesDir: string, state: NonNullable<Folders['files']>) {
  const code = 'missing' in state ? state.missing : state.code
  if (code === undefined) return ok(`The folder of the files, ${filesDir}, can be written to. ${missingFiles}`)
  if (code === 'ENOENT') return ok('There are no files yet.')
  return problem(`The folder of the files, ${filesDir}, cannot be written to (${code}).`, giveAccess(filesDir))
}
