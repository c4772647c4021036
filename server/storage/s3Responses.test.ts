import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { shortTimes, storageUrl } from '#server/test/storage/objectStorage.ts'
import { openBucket } from './s3Client.ts'

const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' }

/** A bucket of a store that gives these responses to all requests: those that no store here can be made to give. */
async function bucketResponding(...bodies: string[]) {
  const server = createServer((_request, response) => response.end(bodies.length > 1 ? bodies.shift() : bodies[0]))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return openBucket(storageUrl(port, 'bucket', { folder: 'ours' }), credentials, shortTimes)
}

async function keysOf(bodies: string[]) {
  const bucket = await bucketResponding(...bodies)
  const keys: string[] = []
  for await (const { key } of bucket.list()) keys.push(key)
  return keys
}

function listOf(keys: string[], rest = '<IsTruncated>false</IsTruncated>') {
  const contents = keys.map((key) => {
    const date = '<LastModified>2026-11-25T10:00:00.000Z</LastModified>'
    return `<Contents><Key>${key}</Key>${date}<Owner><ID>Key</ID></Owner><Size>1</Size></Contents>`
  })
  const namespace = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"'
  return `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult ${namespace}><Prefix/>${rest}${contents.join('\n')}</ListBucketResult>\n`
}

test('the keys of a list are read with their entities, over all pages', async () => {
  const more = '<IsTruncated>true</IsTruncated><NextContinuationToken>1/+=</NextContinuationToken>'
  expect(await keysOf([listOf(['ours/a&amp;b', 'ours/&lt;c&gt;&#233;'], more), listOf(['ours/z'])])).toEqual([
    'a&b',
    '<c>é',
    'z',
  ])
  expect(await keysOf([listOf([])])).toEqual([])
})

test.each([
  ['that is cut off', listOf(['ours/a']).slice(0, -25), 'the response is not XML'],
  ['that is not XML', 'Hello', 'the response is not XML'],
  ['that is another document', '<html><body>Sign in</body></html>', 'the response is html instead of ListBucketResult'],
  ['with keys outside of the folder', listOf(['ours/a', 'theirs/b']), 'keys that it was not asked for'],
  ['that ends in the middle', listOf(['ours/a'], '<IsTruncated>true</IsTruncated>'), 'a list ends in the middle'],
])('a list %s is refused', async (_case, body, message) => {
  await expect(keysOf([body])).rejects.toThrow(message)
})

test('an error that follows a successful status is an error', async () => {
  const error = '<Error><Code>InternalError</Code><Message>We encountered an internal error.</Message></Error>'
  await expect(keysOf([error])).rejects.toMatchObject({ code: 'InternalError' })
  const started = '<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>'
  const bucket = await bucketResponding(started, error)
  const nothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  await expect(bucket.upload('a', (async function* () {})(), { size: 0, sha256: nothing })).rejects.toThrow('ETag')
})
