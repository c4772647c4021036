import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { backUpPicture, temporaryFolder } from '#server/test/backups/backups.ts'
import { withFlippedBit } from '#server/test/backups/flipBit.ts'
import { newBucket, storageUrl, storingIn } from '#server/test/storage/objectStorage.ts'
import { canRunSwift, startSwift } from '#server/test/storage/swift.ts'
import { backupCommand } from './backupCommand.ts'
import { restoreCommand } from './restoreCommand.ts'
import { verifyCommand } from './verifyCommand.ts'

async function start() {
  const swift = await startSwift()
  return { swift, from: await backUpPicture() }
}

describe.skipIf(!canRunSwift)('with buckets', async () => {
  const { swift, from } = (canRunSwift ? await start() : {}) as Awaited<ReturnType<typeof start>>

  /** Runs a command, and returns what it prints. */
  async function run(command: typeof backupCommand, dataDir: string, bucket: string, ...args: string[]) {
    const lines: string[] = []
    const environment = { DATA_DIR: dataDir, ...storingIn(storageUrl(swift.port, bucket, { folder: 'live' })) }
    await command(args, environment, (line) => lines.push(line))
    return lines.join('\n')
  }

  test('a backup goes from a bucket to another one, is verified there, and restored to a third [D13.1]', async () => {
    const [live, other, third] = await Promise.all([newBucket(swift), newBucket(swift), newBucket(swift)])
    const dataDir = join(await temporaryFolder(), 'data')
    await run(restoreCommand, dataDir, live, from)
    const target = storageUrl(swift.port, other, { folder: 'backups' })
    expect(await run(backupCommand, dataDir, live, '--to', target)).toContain('2 files')
    expect(await run(backupCommand, dataDir, live, '--to', target)).toContain('2 files')
    const keys = await swift.keysOf(other)
    expect(keys.filter((key) => key.startsWith('backups/files/'))).toHaveLength(2)
    expect(keys.filter((key) => key.endsWith('/manifest.json'))).toHaveLength(2)
    expect(keys.filter((key) => key.endsWith('.partial'))).toEqual([])
    expect(await run(verifyCommand, dataDir, live, target)).toContain(': no faults.')

    const elsewhere = join(await temporaryFolder(), 'data')
    await run(restoreCommand, elsewhere, third, target)
    expect(await run(verifyCommand, elsewhere, third)).toContain('The live system: no faults.')
  })

  test('one flipped bit in any kind of object of a backup is found [D13.1]', async () => {
    const [live, other] = await Promise.all([newBucket(swift), newBucket(swift)])
    const dataDir = join(await temporaryFolder(), 'data')
    await run(restoreCommand, dataDir, live, from)
    const target = storageUrl(swift.port, other, { folder: 'backups' })
    await run(backupCommand, dataDir, live, '--to', target)
    const keys = await swift.keysOf(other)
    const flip = (end: RegExp) =>
      swift.change(
        other,
        keys.find((key) => end.test(key))!,
        (content) => withFlippedBit(content),
      )
    const faults = async () => {
      const lines: string[] = []
      const settings = { DATA_DIR: dataDir, ...storingIn(storageUrl(swift.port, live)) }
      const print = (line: string) => lines.push(line)
      await verifyCommand([target], settings, print).catch((error: Error) => print(error.message))
      return lines.join('\n')
    }
    for (const part of ['tables/enquiry.copy.gz', 'secret', 'pool.gz']) await flip(new RegExp(`/${part}$`))
    await flip(/\/files\/..\/[0-9a-f]{64}$/)
    const found = await faults()
    for (const damaged of ['The part tables/enquiry', 'The part secret', 'The part pool', 'The file '])
      expect(found).toMatch(new RegExp(`^${damaged}.* is damaged`, 'm'))
    expect(found).toMatch(/: 4 faults\.$/)
    await flip(/\/files\.gz$/)
    expect(await faults()).toMatch(/^The part files\.gz of the backup is damaged/m)
    await flip(/\/manifest\.json$/)
    expect(await faults()).toMatch(/^The manifest of the backup .* is damaged\. Use another backup\.$/m)
  })
})
