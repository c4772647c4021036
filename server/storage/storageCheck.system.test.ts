import { once } from 'node:events'
import { readdir, mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { StartError } from '#server/startError.ts'
import { certificates } from '#server/test/database/certificates.ts'
import { faultyProxy } from '#server/test/faultyProxy.ts'
import {
  newBucket,
  replacing,
  shortTimes,
  storageUrl,
  storingIn,
  temporaryFolder,
} from '#server/test/storage/objectStorage.ts'
import { canRunSwift, guest, owner, startSwift } from '#server/test/storage/swift.ts'
import { startStorage } from './openStorage.ts'
import { openBucket } from './s3Client.ts'
import { requireUsableBucket } from './storageCheck.ts'

/** Opens the storage as a starting server does. */
async function startWith(url: string, credentials = owner) {
  const folder = await temporaryFolder()
  const storage = await startStorage(readConfig({ DATA_DIR: folder, ...storingIn(url, credentials) }))
  return { storage, folder }
}

/** What a server that cannot start prints. It must never contain a secret. */
async function faultOf(url: string, credentials = owner) {
  const fault = await startWith(url, credentials).catch((error: Error) => error)
  expect(fault).toBeInstanceOf(StartError)
  const { message } = fault as Error
  expect(message).toMatch(/^STORAGE_URL: [^\n]+\.$/)
  expect(message).not.toContain(credentials.secretAccessKey)
  return message.slice('STORAGE_URL: '.length)
}

async function listeningOn(server: Server) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return (server.address() as AddressInfo).port
}

describe.skipIf(!canRunSwift)('a starting server', async () => {
  const swift = (canRunSwift ? await startSwift() : undefined)!

  test('writes, reads, lists and deletes an object in the bucket, and leaves nothing there [D13.2]', async () => {
    const bucket = await newBucket(swift)
    const commands: string[] = []
    const editRequest = (bytes: string) => {
      commands.push(...(/^(PUT|GET|DELETE) \S*check/.exec(bytes)?.slice(1) ?? []))
      return bytes
    }
    const { storage } = await startWith(storageUrl(await faultyProxy(swift.port, { editRequest }), bucket))
    expect(await storage.parts()).toEqual([])
    expect(commands).toEqual(['PUT', 'GET', 'GET', 'DELETE'])
    expect(await swift.keysOf(bucket)).toEqual([])
  })

  test('makes no folder for files, and removes the drafts that a crash left behind [D13.2]', async () => {
    const folder = await temporaryFolder()
    await mkdir(join(folder, 'incoming/in'), { recursive: true })
    await writeFile(join(folder, 'incoming/in/in1234.part'), 'half')
    const config = readConfig({ DATA_DIR: folder, ...storingIn(storageUrl(swift.port, await newBucket(swift))) })
    const storage = await startStorage(config)
    expect(await storage.keys('in')).toEqual([])
    await storage.put('ab11', Buffer.from('stored'))
    expect(await readdir(folder)).toEqual(['incoming'])
  })

  test('names a wrong secret [D13.2]', async () => {
    const url = storageUrl(swift.port, await newBucket(swift))
    expect(await faultOf(url, { ...owner, secretAccessKey: 'wrong-secret' })).toBe(
      'AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID. Check both.',
    )
  })

  test('names a key that the store does not know [D13.2]', async () => {
    // Swift calls that a wrong signature, too. AWS, Ceph and MinIO have a code for it.
    const edit = replacing('<Code>SignatureDoesNotMatch</Code>', '<Code>InvalidAccessKeyId</Code>   ')
    const port = await faultyProxy(swift.port, { edit })
    const fault = await faultOf(storageUrl(port, await newBucket(swift)), { ...owner, accessKeyId: 'desk:nobody' })
    expect(fault).toBe(
      `the object storage at 127.0.0.1:${port} does not know the key AWS_ACCESS_KEY_ID. Check the key and the endpoint.`,
    )
  })

  test('names a missing bucket [D13.2]', async () => {
    expect(await faultOf(storageUrl(swift.port, 'no-such-bucket'))).toBe(
      `there is no bucket “no-such-bucket” at 127.0.0.1:${swift.port}. Create it, or correct its name or the endpoint.`,
    )
  })

  test.each([
    ['write', 's3:PutObject', {}, 0],
    // In Swift, an object that may not be read cannot be deleted.
    ['read', 's3:GetObject', { 'x-container-write': 'desk:guest' }, 1],
    ['list', 's3:ListBucket', { 'x-container-write': 'desk:guest', 'x-container-read': '.r:*' }, 0],
  ])('names a missing permission to %s (%s)', async (action, permission, granted, left) => {
    const bucket = await newBucket(swift, granted)
    expect(await faultOf(storageUrl(swift.port, bucket), guest)).toBe(
      `the key AWS_ACCESS_KEY_ID has no permission to ${action} objects in the bucket “${bucket}” (${permission}). ` +
        'Grant it, or use another key.',
    )
    expect(await swift.keysOf(bucket)).toHaveLength(left)
  })

  test('names a missing permission to delete [D13.2]', async () => {
    // Whoever may write may delete in Swift.
    const body = '<Error><Code>AccessDenied</Code><Message>Access Denied.</Message></Error>'
    const denied = `HTTP/1.1 403 Forbidden\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const edit = (bytes: string) => (bytes.startsWith('HTTP/1.1 204') ? denied : bytes)
    const bucket = await newBucket(swift)
    expect(await faultOf(storageUrl(await faultyProxy(swift.port, { edit }), bucket))).toBe(
      `the key AWS_ACCESS_KEY_ID has no permission to delete objects in the bucket “${bucket}” (s3:DeleteObject). ` +
        'Grant it, or use another key.',
    )
  })

  test('names the right region [D13.2]', async () => {
    const bucket = await newBucket(swift)
    expect(await faultOf(storageUrl(swift.port, bucket, { more: '&region=eu-central-1' }))).toBe(
      `the bucket “${bucket}” is not in the region eu-central-1. Set region=us-east-1 in the URL.`,
    )
  })

  test.each([
    [-3600_000, 'behind'],
    [3600_000, 'ahead of'],
  ])('says that its clock is wrong by %i ms', async (offset, direction) => {
    const bucket = await newBucket(swift)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offset })
    onTestFinished(() => void vi.useRealTimers())
    expect(await faultOf(storageUrl(swift.port, bucket))).toBe(
      `the clock of this server is 60 minutes ${direction} that of the object storage. Set it, for example by NTP.`,
    )
  })

  test('names bytes that are damaged on the way [D13.2]', async () => {
    const editRequest = replacing('This object', 'That object')
    const port = await faultyProxy(swift.port, { editRequest })
    expect(await faultOf(storageUrl(port, await newBucket(swift)))).toBe(
      'the bytes of an object arrive damaged. Look for a proxy that changes them on the way.',
    )
  })

  test('names bytes that come back damaged [D13.2]', async () => {
    const edit = replacing('This object', 'That object')
    const port = await faultyProxy(swift.port, { edit })
    expect(await faultOf(storageUrl(port, await newBucket(swift)))).toBe(
      'the bucket does not return what was written to it.',
    )
  })
})

test('a server names an object storage that cannot be reached [D13.2]', async () => {
  const port = await freePort()
  expect(await faultOf(storageUrl(port, 'desk'))).toBe(
    `127.0.0.1:${port} cannot be reached (ECONNREFUSED). Check the endpoint, and that the object storage runs.`,
  )
})

test('a server names a host that does not exist [D13.2]', async () => {
  expect(await faultOf('s3://desk?endpoint=https://storage.invalid')).toMatch(
    /^the name storage\.invalid is unknown \((ENOTFOUND|EAI_AGAIN)\)\. Check the endpoint and the DNS\.$/,
  )
})

test('a server names something else at the address of the object storage [D13.2]', async () => {
  const website = await listeningOn(
    createServer((_request, response) => response.writeHead(405).end('<html>No</html>')),
  )
  expect(await faultOf(storageUrl(website, 'desk'))).toBe(
    `127.0.0.1:${website} does not respond like an object storage (HTTP 405). ` +
      'Check the endpoint, and whether it needs https://.',
  )
  expect(await faultOf(`s3://desk?endpoint=https://127.0.0.1:${website}`)).toMatch(
    /does not respond like an object storage \([A-Z_]+\)\. Check the endpoint, and whether it needs http:\/\/\.$/,
  )
})

test('a server names a certificate that is not valid [D13.2]', async () => {
  const port = await listeningOn(createTlsServer(await certificates('127.0.0.1')))
  expect(await faultOf(`s3://desk?endpoint=https://127.0.0.1:${port}`)).toBe(
    `the certificate of 127.0.0.1:${port} is not valid (UNABLE_TO_VERIFY_LEAF_SIGNATURE). ` +
      'If it is from your own authority, set NODE_EXTRA_CA_CERTS to its file.',
  )
})

test('a server names an object storage that accepts connections and never responds [D13.2]', async () => {
  const port = await listeningOn(createServer())
  const client = openBucket(storageUrl(port, 'desk'), owner, shortTimes)
  await expect(requireUsableBucket(client, 'STORAGE_URL')).rejects.toThrow(
    new StartError(
      `STORAGE_URL: 127.0.0.1:${port} does not respond. Check the endpoint, and that a firewall lets it through.`,
    ),
  )
})
