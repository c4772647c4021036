import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { StartError } from '#server/startError.ts'
import { bytesContent } from './content.ts'
import type { S3Client } from './s3Client.ts'
import { isCertificateFault, StorageError } from './storageError.ts'
import type { BucketPlace } from './storageUrl.ts'

type Action = 'write' | 'read' | 'list' | 'delete'

/** The actions of AWS's policies. Other stores have similar names. */
const permissions: Record<Action, string> = {
  write: 's3:PutObject',
  read: 's3:GetObject',
  list: 's3:ListBucket',
  delete: 's3:DeleteObject',
}

/** Each store has its own. None finds anything else wrong with the header of this client. */
const regionFaults = [
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
  'PermanentRedirect',
  'TemporaryRedirect',
]

/**
 * Writes, reads, lists and deletes a small object. Throws a StartError that names the fault, and the setting with the URL
 * of the bucket.
 */
export async function requireUsableBucket(client: S3Client, setting: string) {
  const key = `check/${randomUUID()}`
  const bytes = Buffer.from('This object checks that the bucket can be used. It can be deleted.')
  const perform = async <T>(action: Action, work: Promise<T>) => {
    try {
      return await work
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
      throw new StartError(`${setting}: ${explain(error, action, client.place)}.`)
    }
  }
  await perform('write', client.put(key, bytesContent(bytes)))
  try {
    const read = await perform('read', readBack(client, key))
    if (!read?.equals(bytes)) throw new StartError(`${setting}: the bucket does not return what was written to it.`)
    await perform('list', client.list(key).next())
  } catch (error) {
    await client.delete(key).catch(() => undefined)
    throw error
  }
  await perform('delete', client.delete(key))
}

async function readBack(client: S3Client, key: string) {
  const found = await client.get(key)
  return found && buffer(found.stream)
}

/** Says the fault, and how to remove it. Never contains the secret key, and the store's own words only if nothing else is known. */
function explain(error: StorageError, action: Action, place: BucketPlace) {
  const { code, details } = error
  const { endpoint, bucket, region } = place
  if (regionFaults.includes(code)) {
    const right = details.region ? `Set region=${details.region} in the URL` : 'Set the region of the bucket in the URL'
    return `the bucket “${bucket}” is not in the region ${region}. ${right}`
  }
  if (details.status === undefined) return explainConnection(error, endpoint)
  if (!details.isExplained) return details.status < 500 ? isOther(error, endpoint) : refused(error)
  if (code === 'RequestTimeTooSkewed') return explainClock(details.clockSeconds)
  if (code === 'AccessDenied') {
    const permission = `no permission to ${action} objects in the bucket “${bucket}” (${permissions[action]})`
    return `the key AWS_ACCESS_KEY_ID has ${permission}. Grant it, or use another key`
  }
  return faults[code]?.(place) ?? refused(error)
}

function explainClock(seconds = 0) {
  const minutes = Math.round(Math.abs(seconds) / 60)
  const direction = seconds > 0 ? 'behind' : 'ahead of'
  return `the clock of this server is ${minutes} minutes ${direction} that of the object storage. Set it, for example by NTP`
}

const damaged = () => 'the bytes of an object arrive damaged. Look for a proxy that changes them on the way'
const expired = () => 'AWS_SESSION_TOKEN is not valid or has expired. Set a new one, or use a key that needs none'

const faults: Record<string, (place: BucketPlace) => string> = {
  InvalidAccessKeyId: ({ endpoint }) =>
    `the object storage at ${endpoint.host} does not know the key AWS_ACCESS_KEY_ID. Check the key and the endpoint`,
  SignatureDoesNotMatch: () => 'AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID. Check both',
  InvalidToken: expired,
  ExpiredToken: expired,
  NoSuchBucket: ({ bucket, endpoint }) =>
    `there is no bucket “${bucket}” at ${endpoint.host}. Create it, or correct its name or the endpoint`,
  BadDigest: damaged,
  XAmzContentSHA256Mismatch: damaged,
}

function refused({ message }: StorageError) {
  return `${message[0]!.toLowerCase()}${message.slice(1)}`.replace(/\.$/, '')
}

function explainConnection(error: StorageError, endpoint: URL) {
  const { code } = error
  const { host } = endpoint
  if (/^(ENOTFOUND|EAI_)/.test(code)) return `the name ${host} is unknown (${code}). Check the endpoint and the DNS`
  if (isCertificateFault(code)) {
    const own = 'If it is from your own authority, set NODE_EXTRA_CA_CERTS to its file'
    return `the certificate of ${host} is not valid (${code}). ${own}`
  }
  if (code === 'Stalled') return `${host} does not respond. Check the endpoint, and that a firewall lets it through`
  if (code === 'NotS3' || /^(HPE_|EPROTO|ERR_SSL_)/.test(code)) return isOther(error, endpoint)
  return `${host} cannot be reached (${code}). Check the endpoint, and that the object storage runs`
}

function isOther({ code }: StorageError, { host, protocol }: URL) {
  const other = protocol === 'https:' ? 'http:' : 'https:'
  return `${host} does not respond like an object storage (${code}). Check the endpoint, and whether it needs ${other}//`
}
