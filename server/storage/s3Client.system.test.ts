import { randomBytes } from 'node:crypto'
import dns from 'node:dns'
import { buffer, text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { faultyProxy } from '#server/test/faultyProxy.ts'
import { newBucket, replacing, shortTimes, storageUrl } from '#server/test/storage/objectStorage.ts'
import { canRunSwift, owner, startSwift } from '#server/test/storage/swift.ts'
import { bytesContent, hashOf } from './content.ts'
import { openBucket } from './s3Client.ts'

describe.skipIf(!canRunSwift)('a bucket', async () => {
  const swift = (canRunSwift ? await startSwift() : undefined)!

  async function newClient() {
    const bucket = await newBucket(swift)
    return { bucket, client: openBucket(storageUrl(swift.port, bucket), owner) }
  }

  test('the store refuses bytes that are damaged on the way', async () => {
    const { bucket } = await newClient()
    const port = await faultyProxy(swift.port, { editRequest: replacing('as it was sent', 'as it was torn') })
    const client = openBucket(storageUrl(port, bucket), owner)
    const put = client.put('note', bytesContent(Buffer.from('as it was sent')))
    await expect(put).rejects.toMatchObject({ code: 'BadDigest' })
    expect(await client.head('note')).toBeUndefined()
  })

  test('a wrong secret is refused', async () => {
    const { bucket } = await newClient()
    const client = openBucket(storageUrl(swift.port, bucket), { ...owner, secretAccessKey: 'wrong' })
    await expect(client.put('a', bytesContent(Buffer.from('a')))).rejects.toMatchObject({
      code: 'SignatureDoesNotMatch',
    })
    await expect(client.get('a')).rejects.toMatchObject({ code: 'SignatureDoesNotMatch' })
    await expect(client.head('a')).rejects.toMatchObject({ code: 'AccessDenied' })
  })

  test('the bucket can be part of the name of the host', async () => {
    const { bucket, client } = await newClient()
    await client.put('a', bytesContent(Buffer.from('by its path')))
    const names = resolveTo(`${bucket}.s3.test`)
    const url = `s3://${bucket}?endpoint=http://s3.test:${swift.port}&style=host`
    const inHost = openBucket(url, owner, shortTimes)
    expect(await text((await inHost.get('a'))!.stream)).toBe('by its path')
    await inHost.put('folder/b', bytesContent(Buffer.from('by the host')))
    expect(await text((await client.get('folder/b'))!.stream)).toBe('by the host')
    expect(names).toHaveBeenCalled()
  })

  test('a read that is cut off fails, and does not end early', async () => {
    const { bucket, client } = await newClient()
    const bytes = randomBytes(500_000)
    await client.put('large', bytesContent(bytes))
    const port = await faultyProxy(swift.port, { nextFault: () => ({ effect: 'cut', at: { bytes: 300_000 } }) })
    const found = await openBucket(storageUrl(port, bucket), owner, shortTimes).get('large')
    expect(found!.size).toBe(bytes.length)
    await expect(buffer(found!.stream)).rejects.toMatchObject({ name: 'StorageError', code: 'CutOff' })
  })

  test('a read that stalls fails, and one by a slow reader does not', async () => {
    const { bucket, client } = await newClient()
    const bytes = randomBytes(2_000_000)
    await client.put('large', bytesContent(bytes))
    const port = await faultyProxy(swift.port, { nextFault: () => ({ effect: 'stall', at: { bytes: 300_000 } }) })
    const stalled = await openBucket(storageUrl(port, bucket), owner, shortTimes).get('large')
    await expect(buffer(stalled!.stream)).rejects.toMatchObject({ name: 'StorageError', code: 'Stalled' })
    const slow = await openBucket(storageUrl(swift.port, bucket), owner, shortTimes).get('large')
    // This test needs the time: a reader that pauses for longer than a store may be silent.
    await new Promise((resolve) => slow!.stream.once('readable', () => setTimeout(resolve, 4 * shortTimes.stallMs)))
    expect((await buffer(slow!.stream)).equals(bytes)).toBe(true)
  })

  test('a file that nobody reads does not keep its connection', async () => {
    const { client } = await newClient()
    await client.put('large', bytesContent(randomBytes(2_000_000)))
    const before = openConnections()
    const found = await client.get('large')
    expect(openConnections()).toBe(before + 1)
    found!.stream.destroy()
    await expect.poll(openConnections).toBe(before)
  })

  test('a request whose connection breaks is repeated twice, and no more', async () => {
    const { bucket } = await newClient()
    let connections = 0
    const cutFirst = (count: number) => () => {
      connections += 1
      return connections <= count ? ({ effect: 'cut', at: { command: 'PUT', isForwarded: true } } as const) : undefined
    }
    const content = bytesContent(Buffer.from('once'))
    const through = async (count: number) =>
      openBucket(storageUrl(await faultyProxy(swift.port, { nextFault: cutFirst(count) }), bucket), owner, shortTimes)
    await (await through(2)).put('kept', content)
    expect(connections).toBe(3)
    connections = 0
    await expect((await through(9)).put('lost', content)).rejects.toMatchObject({ name: 'StorageError' })
    expect(connections).toBe(3)
  })

  test('a large object is stored in parts, exactly as it is', async () => {
    const { client } = await newClient()
    const mebibyte = 1024 * 1024
    for (const size of [12 * mebibyte + 1, 10 * mebibyte, 3, 0]) {
      const bytes = randomBytes(size)
      const source = async function* () {
        for (let start = 0; start < size; start += 777_777) yield bytes.subarray(start, start + 777_777)
      }
      await client.upload(`of-${size}`, source(), bytesContent(bytes), 5 * mebibyte)
      const found = await client.get(`of-${size}`)
      expect(found!.size).toBe(size)
      expect((await buffer(found!.stream)).equals(bytes)).toBe(true)
    }
  })

  test.each([
    ['whose source fails', { failsAt: 6_000_000 }, 'The disk is gone'],
    ['that is shorter than announced', { announced: 13_000_001 }, 'The source is not'],
    ['that is longer than announced', { announced: 11_000_000 }, 'The source is not'],
    ['that has another hash', { sha256: 'a'.repeat(64) }, 'The source is not'],
  ])('a large object %s leaves nothing behind', async (_case, fault, message) => {
    const { bucket, client } = await newClient()
    const bytes = Buffer.alloc(13_000_000, 'x')
    const { failsAt, announced = bytes.length, sha256 = hashOf(bytes) }: Fault = fault
    const source = async function* () {
      for (let start = 0; start < bytes.length; start += 1_000_000) {
        if (failsAt && start >= failsAt) throw new Error('The disk is gone')
        yield bytes.subarray(start, start + 1_000_000)
      }
    }
    const upload = client.upload('large', source(), { size: announced, sha256 }, 5 * 1024 * 1024)
    await expect(upload).rejects.toThrow(message)
    expect(await client.head('large')).toBeUndefined()
    // Swift keeps the parts in a container of its own.
    expect(await swift.keysOf(`${bucket}+segments`)).toEqual([])
  })

  test('the token of a temporary key is sent and signed', async () => {
    const requests: string[] = []
    const editRequest = (bytes: string) => {
      requests.push(bytes)
      return bytes
    }
    const port = await faultyProxy(swift.port, { editRequest })
    const client = openBucket(storageUrl(port, await newBucket(swift)), { ...owner, sessionToken: 'the-token' })
    await client.put('a', bytesContent(Buffer.from('a')))
    expect(requests[0]).toMatch(/^x-amz-security-token: the-token\r$/m)
    expect(requests[0]).toMatch(/SignedHeaders=[^,]*x-amz-security-token/)
  })
})

/** Those that keep the process running. Connections that wait for the next request do not. */
function openConnections() {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length
}

/** Lets a name stand for this machine until the test ends. */
function resolveTo(name: string) {
  const lookup = vi.spyOn(dns, 'lookup')
  onTestFinished(() => lookup.mockRestore())
  return lookup.mockImplementation(((host: string, _options: unknown, done: LookupCallback) => {
    if (host === name) done(null, [{ address: '127.0.0.1', family: 4 }])
    else done(new Error(`${host} is unknown`), [])
  }) as unknown as typeof dns.lookup)
}

type LookupCallback = (error: Error | null, addresses: dns.LookupAddress[]) => void
type Fault = { failsAt?: number; announced?: number; sha256?: string }
