import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { backUp, temporaryFolder } from '#server/test/backups/backups.ts'
import { people } from '#server/test/people.ts'
import { picture } from '#server/test/pictures.ts'
import { newBucket, storageUrl, storingIn } from '#server/test/storage/objectStorage.ts'
import { canRunSwift, startSwift } from '#server/test/storage/swift.ts'
import { testApp } from '#server/test/testApp.ts'
import { backupCommand } from './backupCommand.ts'
import { restoreCommand } from './restoreCommand.ts'
import { verifyCommand } from './verifyCommand.ts'

async function start() {
  const swift = await startSwift()
  const app = await testApp()
  const { member } = await people(app)
  const documents = [{ name: 'leak.png', url: await picture('png', '#00ff00') }]
  await member.post('/enquiry', { enquiryType: 'Damage', documents })
  const backups = await temporaryFolder()
  const { name } = await backUp(app, backups)
  return { swift, from: join(backups, name) }
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
})
