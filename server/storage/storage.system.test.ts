import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { openNewBucket, temporaryFolder } from '#server/test/storage/objectStorage.ts'
import { canRunSwift, startSwift } from '#server/test/storage/swift.ts'
import { hashOf } from './content.ts'
import { openDiskStorage } from './diskStorage.ts'
import { openS3Storage } from './s3Storage.ts'
import type { Storage } from './storage.ts'

const swift = canRunSwift ? await startSwift() : undefined

const storages = [
  { name: 'on a disk', canRun: true, open: async () => openDiskStorage(await temporaryFolder()) },
  {
    name: 'in a bucket',
    canRun: canRunSwift,
    open: async () => openS3Storage(await openNewBucket(swift!), await temporaryFolder()),
  },
]

const inAnHour = () => new Date(Date.now() + 3600_000)
const anHourAgo = () => new Date(Date.now() - 3600_000)

/** The hash, because comparing bytes one by one takes seconds. */
async function read(storage: Storage, key: string) {
  const found = await storage.open(key)
  return found && { size: found.size, sha256: hashOf(await buffer(found.stream)) }
}

async function* failing() {
  yield Buffer.from('half')
  throw new Error('The connection is gone')
}

describe.each(storages)('files $name', ({ canRun, open }) => {
  test.skipIf(!canRun)('what is put under a key can be read, with its size', async () => {
    const storage = await open()
    for (const bytes of [Buffer.from('a few'), Buffer.alloc(0), randomBytes(3_000_000)]) {
      const sha256 = hashOf(bytes)
      await storage.put(sha256, bytes)
      expect(await read(storage, sha256)).toEqual({ size: bytes.length, sha256 })
    }
    expect(await storage.open('f'.repeat(64))).toBeUndefined()
  })

  test.skipIf(!canRun)('a draft can be read, and once it is kept only its hash remains', async () => {
    const storage = await open()
    const bytes = randomBytes(1_000_000)
    const draft = await storage.receive([bytes.subarray(0, 70_000), bytes.subarray(70_000)])
    const stored = { size: bytes.length, sha256: hashOf(bytes) }
    expect(draft).toMatchObject(stored)
    expect(await storage.keys('in')).toEqual([draft.key])
    expect(await read(storage, draft.key)).toEqual(stored)
    await storage.keep(draft)
    expect(await storage.keys('in')).toEqual([])
    await storage.discard(draft)
    expect(await read(storage, draft.sha256)).toEqual(stored)
  })

  test.skipIf(!canRun)('the same bytes can be kept and put again', async () => {
    const storage = await open()
    const bytes = Buffer.from('again')
    for (const draft of [await storage.receive([bytes]), await storage.receive([bytes])]) {
      await storage.keep(draft)
      await storage.discard(draft)
    }
    await storage.put(hashOf(bytes), bytes)
    expect(await read(storage, hashOf(bytes))).toEqual({ size: 5, sha256: hashOf(bytes) })
    expect(await storage.keys('in')).toEqual([])
  })

  test.skipIf(!canRun)('neither a discarded draft nor one whose bytes stop in the middle leaves anything', async () => {
    const storage = await open()
    await storage.discard(await storage.receive([Buffer.from('unwanted')]))
    await expect(storage.receive(failing())).rejects.toThrow('The connection is gone')
    expect(await storage.keys('in')).toEqual([])
    expect(await storage.open(hashOf(Buffer.from('unwanted')))).toBeUndefined()
  })

  test.skipIf(!canRun)('parts and keys name everything that is stored', async () => {
    const storage = await open()
    const keys = ['ff11', 'ab22.thumbnail', 'ab33']
    for (const key of keys) await storage.put(key, Buffer.from(key))
    const draft = await storage.receive([Buffer.from('a draft')])
    expect(await storage.parts()).toEqual(['ab', 'ff', 'in'])
    expect((await storage.keys('ab')).toSorted()).toEqual(['ab22.thumbnail', 'ab33'])
    expect([await storage.keys('ff'), await storage.keys('in'), await storage.keys('00')]).toEqual([
      ['ff11'],
      [draft.key],
      [],
    ])
  })

  test.skipIf(!canRun)('a file or a draft is removed only if it was stored before a time', async () => {
    const storage = await open()
    await storage.put('ab44', Buffer.from('a file'))
    const draft = await storage.receive([Buffer.from('a draft')])
    for (const key of ['ab44', draft.key]) {
      expect(await storage.remove(key, anHourAgo())).toBe(false)
      expect(await read(storage, key)).toBeDefined()
      expect(await storage.remove(key, inAnHour())).toBe(true)
      expect(await storage.open(key)).toBeUndefined()
      expect(await storage.remove(key, inAnHour())).toBe(false)
    }
  })
})
