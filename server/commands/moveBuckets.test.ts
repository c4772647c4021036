import { describe, expect, test } from 'vitest'
import { backUpPicture } from '#server/test/backups/backups.ts'
import { copyOf, emptyDatabaseUrl, installedFrom, runMove, stateOf } from '#server/test/moves/places.ts'
import { startMain } from '#server/test/moves/startMain.ts'
import { newBucket, storageUrl, storingIn } from '#server/test/storage/objectStorage.ts'
import { canRunSwift, startSwift } from '#server/test/storage/swift.ts'

async function start() {
  const swift = await startSwift()
  return { swift, installed: await installedFrom(await backUpPicture()) }
}

describe.skipIf(!canRunSwift)('with buckets', async () => {
  const { swift, installed } = (canRunSwift ? await start() : {}) as Awaited<ReturnType<typeof start>>

  /** The installation on a disk, and a bucket with the settings to use it. */
  async function diskAndBucket() {
    const old = await copyOf(installed)
    const url = storageUrl(swift.port, await newBucket(swift), { folder: 'live' })
    return {
      old,
      url,
      withKey: { ...old, ...storingIn(url), STORAGE_URL: '' },
      inBucket: { ...old, ...storingIn(url) },
    }
  }

  test('one command moves database and files to a database and a bucket, and one moves both back [D13.1]', async () => {
    const { old, url, withKey, inBucket } = await diskAndBucket()
    const before = await stateOf(old)
    expect(before.files).toHaveLength(2)
    const there = { ...inBucket, DATABASE_URL: await emptyDatabaseUrl() }
    const printed = await runMove(withKey, '--database', there.DATABASE_URL, '--storage', url)
    expect(printed).toMatch(/Moved [\d,]+ rows and 2 files, and compared every one\./)
    expect(printed).toContain(`  STORAGE_URL=${url}\n`)
    expect(await stateOf(there)).toEqual(before)
    expect(await stateOf(old)).toEqual(before)

    await runMove(there, '--database', 'embedded', '--storage', 'disk')
    expect(await stateOf(old)).toEqual(before)
    expect(await stateOf(there)).toEqual(before)
  })

  test('files alone are moved to a bucket, and a server that still looks for them on the disk does not start [D13.1]', async () => {
    const { old, url, withKey, inBucket } = await diskAndBucket()
    const before = await stateOf(old)
    const printed = await runMove(withKey, '--storage', url)
    expect(printed).toMatch(/\nMoved 2 files, and compared every one\./)
    expect(await stateOf(inBucket)).toEqual(before)
    expect(await startMain(old)).toMatch(/^This data was moved to s3:\/\/bucket-[^ ]*\/live\/ on 127\.0\.0\.1:\d+ at/)
    expect(await startMain(inBucket)).toContain('Ready at')
    // Both are there now, and the command says so instead of copying anything.
    expect(await runMove(withKey, '--storage', url)).toMatch(/^Everything has been moved\./)
  })

  test('a move from a bucket that goes away says how to go on, and does when it is back [D13.1]', async () => {
    const { old, url, withKey, inBucket } = await diskAndBucket()
    const before = await stateOf(old)
    await runMove(withKey, '--storage', url)
    await swift.stop()
    await expect(runMove(inBucket, '--storage', 'disk')).rejects.toThrow('The object storage failed')
    await expect(runMove(withKey, '--storage', url)).rejects.toThrow('--storage: 127.0.0.1')
    await swift.start()
    await runMove(inBucket, '--storage', 'disk')
    expect(await stateOf(old)).toEqual(before)
  })
})
