import { createHash } from 'node:crypto'
import { bytesContent } from './content.ts'
import type { S3Requests } from './s3Requests.ts'
import { readXml } from './s3Responses.ts'
import { StorageError } from './storageError.ts'
import { childText } from './xml.ts'

/** Stores accept parts from 5 MB on, and a last one of any size. */
export const defaultPartBytes = 64 * 1024 * 1024
/** AWS, 'Multipart upload limits'. */
const maxParts = 10_000
/** Joining the parts of a large object takes the store a while. */
const joinMs = 10 * 60_000

export type Measured = { size: number; sha256: string }
type Upload = { requests: S3Requests; key: string; uploadId: string }

/**
 * Stores bytes under a whole key, in parts, each with its hash. One part is in memory at a time, so that it can be sent
 * again. Throws, and leaves nothing behind, if the source fails, or does not have the given size and hash.
 */
export async function uploadInParts(
  requests: S3Requests,
  key: string,
  source: AsyncIterable<Uint8Array>,
  measured: Measured,
  partBytes: number,
) {
  const upload = await begin(requests, key)
  try {
    const tags: string[] = []
    for await (const part of inParts(source, measured, partBytes)) {
      tags.push(await sendPart(upload, tags.length + 1, part))
    }
    await join(upload, tags)
  } catch (error) {
    const query = { uploadId: upload.uploadId }
    await requests.sendForText({ method: 'DELETE', key, query }).catch(() => undefined)
    throw error
  }
}

/** Pieces of exactly `partBytes`, except for the last one. Throws before the last one if the whole is not as measured. */
async function* inParts(source: AsyncIterable<Uint8Array>, { size, sha256 }: Measured, partBytes: number) {
  if (size > partBytes * maxParts) throw new StorageError('EntityTooLarge', `${size} bytes need too many parts`)
  const hash = createHash('sha256')
  let total = 0
  let chunks: Uint8Array[] = []
  let collected = 0
  for await (const whole of source) {
    hash.update(whole)
    total += whole.length
    if (total > size) break
    for (let rest = whole; rest.length > 0;) {
      if (collected === partBytes) {
        yield Buffer.concat(chunks)
        chunks = []
        collected = 0
      }
      const piece = rest.subarray(0, partBytes - collected)
      chunks.push(piece)
      collected += piece.length
      rest = rest.subarray(piece.length)
    }
  }
  if (total !== size || hash.digest('hex') !== sha256)
    throw new Error(`The source is not the ${size} bytes of its hash`)
  yield Buffer.concat(chunks)
}

async function begin(requests: S3Requests, key: string): Promise<Upload> {
  const text = await requests.sendForText({ method: 'POST', key, query: { uploads: '' } })
  const uploadId = childText(readXml(text, 'InitiateMultipartUploadResult'), 'UploadId')
  if (!uploadId) throw new StorageError('NotS3', 'an upload has no id')
  return { requests, key, uploadId }
}

async function sendPart({ requests, key, uploadId }: Upload, number: number, part: Buffer) {
  const query = { partNumber: String(number), uploadId }
  const response = await requests.send({ method: 'PUT', key, query, content: bytesContent(part) })
  response.resume()
  if (!response.headers.etag) throw new StorageError('NotS3', 'a part has no ETag')
  return response.headers.etag
}

async function join({ requests, key, uploadId }: Upload, tags: string[]) {
  const parts = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
  const namespace = 'http://s3.amazonaws.com/doc/2006-03-01/'
  const body = `<CompleteMultipartUpload xmlns="${namespace}">${parts.join('')}</CompleteMultipartUpload>`
  const content = bytesContent(Buffer.from(body))
  // A repeated request would find no upload any more.
  const request = { method: 'POST', key, query: { uploadId }, content, isSentOnce: true, stallMs: joinMs } as const
  readXml(await requests.sendForText(request), 'CompleteMultipartUploadResult')
}
