import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeBaseBackup } from '#server/backup/archiving/baseBackup.ts'
import { readArchiveName } from '#server/backup/archiving/currentArchive.ts'
import { listSpared, removeOld } from '#server/backup/archiving/upkeep.ts'
import { openArchive } from '#server/backup/archiving/walArchive.ts'
import { makeBackup } from '#server/backup/backup.ts'
import type { BackupReader } from '#server/backup/backupReader.ts'
import { readable } from '#server/backup/readable.ts'
import { type Config, readConfig } from '#server/config.ts'
import { superuserOf } from '#server/database/embedded/superuser.ts'
import { StartError } from '#server/startError.ts'
import { defaultPlace, fromCaller, writeTo } from './backupPlaces.ts'
import { withInstallation } from './installation.ts'
import { readPassphrase } from './passphrase.ts'

const options = {
  to: { type: 'string' },
  automatic: { type: 'boolean' },
  base: { type: 'boolean' },
  'without-secret': { type: 'boolean' },
  passphrase: { type: 'boolean' },
} as const

/**
 * `npm run backup`; a server adds `--automatic`, which also removes old backups, or `--base` for a base backup. Throws a StartError
 * if there is no complete backup at the end.
 */
export async function backupCommand(args: string[], environment: NodeJS.ProcessEnv, print: (line: string) => void) {
  const { values } = parseArgs({ args, options })
  const config = readConfig(environment)
  const target = values.to === undefined ? defaultPlace(config) : fromCaller(values.to, environment)
  const passphrase = await readPassphrase(environment, { isAsked: values.passphrase ?? false, isNew: true })
  if (values.base) return backUpBase(config, target, passphrase)
  const keep = { count: config.backupsKept, spared: await listSpared(target) }
  const reader = await withInstallation(config, ({ secret, ...source }) =>
    writeTo(target, config, (place) =>
      makeBackup({ ...source, secret: values['without-secret'] ? undefined : secret }, place, {
        passphrase,
        keep: values.automatic ? keep : undefined,
      }),
    ),
  )
  print(summaryOf(reader, target))
}

async function backUpBase(config: Config, backupDir: string, passphrase: string | undefined) {
  const cluster = join(config.dataDir, 'postgres')
  await withInstallation(config, async (installation) => {
    const name = await readArchiveName(cluster)
    const superuser = superuserOf(installation.connection)
    if (name === undefined || !superuser)
      throw new StartError('The write-ahead log is not archived. Set BACKUP_WAL=on.')
    const archive = await openArchive(backupDir, name, passphrase)
    await makeBaseBackup({ ...installation, superuser, cluster }, archive)
    await removeOld(backupDir, archive)
  })
}

function summaryOf({ name, manifest: { tables, files, secret } }: BackupReader, where: string) {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const size = tables.reduce((sum, table) => sum + table.bytes, files.total)
  const withSecret = secret ? 'with' : 'WITHOUT'
  return (
    `Backed up ${rows.toLocaleString('en')} rows and ${files.count.toLocaleString('en')} files (${readable(size)}), ` +
    `${withSecret} the secret, and read everything back: ${name} in ${where}`
  )
}
