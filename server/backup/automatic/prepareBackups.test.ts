import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { basePart } from '#server/backup/archiving/base.ts'
import { currentArchive } from '#server/backup/archiving/currentArchive.ts'
import { watchStorage } from '#server/backup/archiving/storedFiles.ts'
import { nameOf } from '#server/backup/format/manifest.ts'
import { unsealed } from '#server/backup/format/sealing.ts'
import { archivedFolder } from '#server/database/embedded/walArchiving.ts'
import { openDiskStorage } from '#server/storage/diskStorage.ts'
import { temporaryFolder } from '#server/test/backups/backups.ts'
import { prepareBackups } from './prepareBackups.ts'

const hour = 3_600_000

/** The commands that a server runs at its first look at its backups: one from now, and a base backup of this age. */
async function commandsAtStart(baseAgeMs: number) {
  const [cluster, backupDir] = [await temporaryFolder(), await temporaryFolder()]
  for (const folder of [archivedFolder(cluster), join(cluster, 'pg_wal')]) await mkdir(folder)
  const { bases } = await currentArchive(cluster, backupDir, { sealing: unsealed })
  const base = nameOf(new Date(Date.now() - baseAgeMs))
  await bases.write(base, basePart, [])
  await bases.publish(base)
  await mkdir(join(backupDir, nameOf(new Date())))

  const commands: string[][] = []
  const own = {
    connection: { host: cluster },
    cluster,
    files: watchStorage(await openDiskStorage(join(cluster, 'files'))),
  }
  const settings = { backupDir, backupEveryMs: 24 * hour, backupPassphrase: undefined }
  const backups = await prepareBackups(settings, own, async (args) => void commands.push(args), fastify().log)
  backups.start()
  // Waits for the first look.
  await backups.stop()
  return commands
}

test('a base backup is followed by the next one after a week, and no sooner [D13.1]', async () => {
  expect(await commandsAtStart(7 * 24 * hour - hour)).toEqual([])
  expect(await commandsAtStart(7 * 24 * hour + hour)).toEqual([['backup', '--base']])
})
