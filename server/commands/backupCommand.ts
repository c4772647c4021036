import { parseArgs } from 'node:util'
import { makeBackup } from '#server/backup/backup.ts'
import type { BackupReader } from '#server/backup/backupReader.ts'
import { readConfig } from '#server/config.ts'
import { defaultPlace, fromCaller, writeTo } from './backupPlaces.ts'
import { withInstallation } from './installation.ts'
import { readPassphrase } from './passphrase.ts'
import { readable } from './readable.ts'

const options = {
  to: { type: 'string' },
  automatic: { type: 'boolean' },
  'without-secret': { type: 'boolean' },
  passphrase: { type: 'boolean' },
} as const

/** `npm run backup`; a server adds `--automatic`, which also removes old backups. Throws a StartError if there is no complete backup at the end. */
export async function backupCommand(args: string[], environment: NodeJS.ProcessEnv, print: (line: string) => void) {
  const { values } = parseArgs({ args, options })
  const config = readConfig(environment)
  const target = values.to === undefined ? defaultPlace(config) : fromCaller(values.to, environment)
  const passphrase = await readPassphrase(environment, { isAsked: values.passphrase ?? false, isNew: true })
  const reader = await withInstallation(config, ({ secret, ...source }) =>
    writeTo(target, config, (place) =>
      makeBackup({ ...source, secret: values['without-secret'] ? undefined : secret }, place, {
        passphrase,
        keep: values.automatic ? config.backupsKept : undefined,
      }),
    ),
  )
  print(summaryOf(reader, target))
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
