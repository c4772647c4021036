import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { faultyProxy } from '#server/test/faultyProxy.ts'
import { newBucket, storageUrl, temporaryFolder } from '#server/test/storage/objectStorage.ts'
import { canRunSwift, owner, startSwift } from '#server/test/storage/swift.ts'
import { bytesContent, hashOf } from './content.ts'
import { openBucket, S3Client } from './s3Client.ts'
import { openS3Storage } from './s3Storage.ts'
import { readStorageUrl } from './storageUrl.ts'

const twoDaysAgo = () => new Date(Date.now() - 48 * 3600_000)
const aDayAgo = () => new Date(Date.now() - 24 * 3600_000)

describe.skipIf(!canRunSwift)('files in a bucket', async () => {
  const swift = (canRunSwift ? await startSwift() : undefined)!

  /** A storage in a new bucket. */
  async function newStorage() {
    const drafts = await temporaryFolder()
    const bucket = await newBucket(swift)
    const client = openBucket(storageUrl(swift.port, bucket), owner)
    return { bucket, client, drafts, storage: await openS3Storage(client, drafts) }
  }

  test('the store refuses a draft whose bytes were damaged after it was received [D13.2]', async () => {
    const { client, drafts, storage } = await newStorage()
    const draft = await storage.receive([Buffer.from('as it was sent')])
    await writeFile(join(drafts, 'in', draft.key), 'as it was torn')
    await expect(storage.keep(draft)).rejects.toMatchObject({ name: 'StorageError', code: 'BadDigest' })
    expect(await client.head(`${draft.sha256.slice(0, 2)}/${draft.sha256}`)).toBeUndefined()
    expect(await storage.parts()).toEqual(['in'])
  })

  test('more than a thousand keys are listed [D13.2]', async () => {
    const { client, storage } = await newStorage()
    const keys = Array.from({ length: 1003 }, (_, index) => `ab${String(index).padStart(6, '0')}`)
    const remaining = [...keys]
    const putNext = async () => {
      for (let key = remaining.pop(); key; key = remaining.pop()) {
        await client.put(`ab/${key}`, bytesContent(Buffer.from(key)))
      }
    }
    await Promise.all(Array.from({ length: 8 }, putNext))
    expect((await storage.keys('ab')).toSorted()).toEqual(keys)
  })

  test('two folders of a bucket do not see each other [D13.2]', async () => {
    const bucket = await newBucket(swift)
    const [one, other] = await Promise.all(
      ['one', 'one/ab'].map(async (folder) =>
        openS3Storage(openBucket(storageUrl(swift.port, bucket, { folder }), owner), await temporaryFolder()),
      ),
    )
    await one!.put('ab11', Buffer.from('of the first'))
    expect([await other!.parts(), await other!.open('ab11')]).toEqual([[], undefined])
    await other!.put('ab22', Buffer.from('of the second'))
    await other!.put('cd33', Buffer.from('of the second'))
    expect([await one!.parts(), await one!.keys('ab'), await one!.keys('cd')]).toEqual([['ab'], ['ab11'], []])
    expect([await other!.parts(), await other!.keys('ab')]).toEqual([['ab', 'cd'], ['ab22']])
  })

  test('a stored file is not sent again within the hour, and after that its date is renewed [D13.2]', async () => {
    const { bucket, client, drafts } = await newStorage()
    let puts = 0
    const editRequest = (bytes: string) => {
      if (bytes.startsWith('PUT ')) puts += 1
      return bytes
    }
    const port = await faultyProxy(swift.port, { editRequest })
    const storage = await openS3Storage(openBucket(storageUrl(port, bucket), owner), drafts)
    const bytes = Buffer.from('the same')
    const key = hashOf(bytes)
    await storage.put(key, bytes)
    await storage.put(key, bytes)
    await storage.keep(await storage.receive([bytes]))
    expect(puts).toBe(1)
    const old = hashOf(Buffer.from('old'))
    await swift.putAt(twoDaysAgo(), bucket, `${old.slice(0, 2)}/${old}`, 'old')
    await storage.put(old, Buffer.from('old'))
    expect(puts).toBe(2)
    expect(await storage.remove(old, aDayAgo())).toBe(false)
    expect(await client.head(`${old.slice(0, 2)}/${old}`)).toMatchObject({ size: 3 })
  })

  test('a file that is damaged in the bucket is replaced when it is stored again [D13.2]', async () => {
    const { client, storage } = await newStorage()
    const bytes = Buffer.from('whole')
    const key = hashOf(bytes)
    await client.put(`${key.slice(0, 2)}/${key}`, bytesContent(Buffer.from('half')))
    await storage.put(key, bytes)
    expect(await text((await storage.open(key))!.stream)).toBe('whole')
  })

  test('an old file survives the sweep of another server that removes it just after it was stored again [D13.2]', async () => {
    const { bucket, client, drafts } = await newStorage()
    const bytes = Buffer.from('old')
    const key = hashOf(bytes)
    const path = `${key.slice(0, 2)}/${key}`
    await swift.putAt(twoDaysAgo(), bucket, path, 'old')
    const sweeps = ['one']
    class SweptClient extends S3Client {
      override async put(...args: Parameters<S3Client['put']>) {
        await super.put(...args)
        if (sweeps.pop()) await client.delete(path)
      }
    }
    const place = readStorageUrl(storageUrl(swift.port, bucket))
    await (await openS3Storage(new SweptClient(place, owner), drafts)).put(key, bytes)
    expect(sweeps).toEqual([])
    expect(await client.head(path)).toMatchObject({ size: 3 })
  })

  test('requests have only headers that all stores know, and the hash of their payload [D13.2]', async () => {
    const bucket = await newBucket(swift)
    const requests: string[] = []
    const editRequest = (bytes: string) => {
      if (/^[A-Z]+ \/\S* HTTP\/1\.1\r\n/.test(bytes)) requests.push(bytes.slice(0, bytes.indexOf('\r\n\r\n')))
      return bytes
    }
    const client = openBucket(storageUrl(await faultyProxy(swift.port, { editRequest }), bucket), owner)
    const storage = await openS3Storage(client, await temporaryFolder())
    await storage.put('ab11', Buffer.from('a file'))
    const draft = await storage.receive([Buffer.from('a draft')])
    await storage.keep(draft)
    await buffer((await storage.open('ab11'))!.stream)
    for (const part of await storage.parts()) await storage.keys(part)
    await storage.remove('ab11', new Date(Date.now() + 60_000))
    await client.upload('large', onePiece('large'), bytesContent(Buffer.from('large')))
    const names = requests.flatMap((request) => [...request.matchAll(/^([\w-]+): /gm)].map(([, name]) => name!))
    expect([...new Set(names.map((name) => name.toLowerCase()))].toSorted()).toEqual([
      'authorization',
      'connection',
      'content-length',
      'host',
      'x-amz-content-sha256',
      'x-amz-date',
    ])
    for (const request of requests) expect(request).toMatch(/^x-amz-content-sha256: [0-9a-f]{64}$/im)
    expect(new Set(requests.map((request) => request.split(' ')[0]))).toEqual(
      new Set(['HEAD', 'PUT', 'GET', 'DELETE', 'POST']),
    )
    expect(requests.join('\n')).toContain(draft.sha256)
  })

  test('drafts stay on this machine until they are kept [D13.2]', async () => {
    const { client, drafts, storage } = await newStorage()
    const draft = await storage.receive([Buffer.from('a draft')])
    expect(await readdir(join(drafts, 'in'))).toEqual([draft.key])
    expect(await client.listFolders()).toEqual([])
  })
})

async function* onePiece(content: string) {
  yield Buffer.from(content)
}
