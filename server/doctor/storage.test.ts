import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '#server/test/backups/backups.ts'
import { smallDisk } from '#server/test/backups/smallDisk.ts'
import { diagnose } from '#server/test/doctor/diagnose.ts'
import { newBucket, storageUrl, storingIn } from '#server/test/storage/objectStorage.ts'
import { canRunSwift, guest, startSwift } from '#server/test/storage/swift.ts'

const swift = canRunSwift ? await startSwift() : undefined
const small = await smallDisk(8)

async function diagnoseStorage(settings: Record<string, string>) {
  return (await diagnose(settings)).filter((line) => line.startsWith('storage'))
}

test.skipIf(!swift)('a bucket that can be used is fine, and nothing stays in it [D13.1]', async () => {
  const bucket = await newBucket(swift!)
  expect(await diagnoseStorage(storingIn(storageUrl(swift!.port, bucket)))).toEqual([
    `storage ok: The bucket “${bucket}” at 127.0.0.1:${swift!.port} can be written to and read. npm run verify finds files that are missing or damaged.`,
  ])
  expect(await swift!.keysOf(bucket)).toEqual([])
})

test.skipIf(!swift)('a bucket that is missing or refused, and a store that is away, are problems [D13.1]', async () => {
  expect(await diagnoseStorage(storingIn(storageUrl(swift!.port, 'nowhere')))).toEqual([
    expect.stringMatching(/^storage problem: STORAGE_URL: there is no bucket “nowhere” at .* → Create it, or correct/),
  ])
  const bucket = await newBucket(swift!)
  expect(await diagnoseStorage(storingIn(storageUrl(swift!.port, bucket), guest))).toEqual([
    expect.stringMatching(/^storage problem: STORAGE_URL: .* no permission to write objects .* → Grant it, or use/),
  ])
  await swift!.stop()
  expect(await diagnoseStorage(storingIn(storageUrl(swift!.port, bucket)))).toEqual([
    expect.stringMatching(
      /^storage problem: STORAGE_URL: .* cannot be reached \(ECONNREFUSED\)\. → Check the endpoint/,
    ),
  ])
})

test('a folder of files that can be written to is fine [D13.1]', async () => {
  const dataDir = await temporaryFolder()
  expect(await diagnoseStorage({ DATA_DIR: dataDir })).toEqual(['storage ok: There are no files yet.'])
  await mkdir(join(dataDir, 'files'))
  expect(await diagnoseStorage({ DATA_DIR: dataDir })).toEqual([
    expect.stringMatching(/^storage ok: The folder of the files, .*\/files, can be written to\. npm run verify/),
  ])
})

test.skipIf(!small)('a folder of files on a disk that is read-only is a problem [D13.1]', async () => {
  await mkdir(join(small!, 'files'), { recursive: true })
  spawnSync('mount', ['-o', 'remount,ro', small!])
  onTestFinished(() => void spawnSync('mount', ['-o', 'remount,rw', small!]))
  await expect(writeFile(join(small!, 'files/new'), '')).rejects.toThrow('EROFS')
  expect(await diagnoseStorage({ DATA_DIR: small! })).toEqual([
    expect.stringMatching(
      /^storage problem: The folder of the files, .*, cannot be written to \(EROFS\)\. → .* give this account access/,
    ),
  ])
})
