import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import type { BackupReader } from '#server/backup/backupReader.ts'
import { ensureStored } from '#server/backup/copyFiles.ts'
import { nameOf } from '#server/backup/format/manifest.ts'
import { unsealed } from '#server/backup/format/sealing.ts'
import { restoreDatabase } from '#server/backup/restoring/restoreDatabase.ts'
import { restoreFiles } from '#server/backup/restoring/restoreFiles.ts'
import { putInPlace, restoreFolder, stageSecret } from '#server/backup/restoring/restoreFolder.ts'
import { type Config, readConfig } from '#server/config.ts'
import { requireDatabase } from '#server/database/connecting/requireDatabase.ts'
import { type Connection, directOf } from '#server/database/connectionPool.ts'
import { lockDataFolder } from '#server/dataFolder.ts'
import { commandLine } from '#server/projectRoot.ts'
import { scratchFolder, settleRestores } from '#server/stagedRestore.ts'
import { StartError } from '#server/startError.ts'
import { openStorage } from '#server/storage/openStorage.ts'
import { defaultPlace, findBackup, fromCaller, whatThereIs, withBackup } from './backupPlaces.ts'
import { readPassphrase } from './passphrase.ts'
import { readMoment, restoreMoment } from './restoreMoment.ts'

const options = { at: { type: 'string' }, file: { type: 'string' }, passphrase: { type: 'boolean' } } as const

type Print = (line: string) => void

/** `npm run restore`. Throws a StartError, and leaves the data in use as it is, if the backup cannot be restored. */
export async function restoreCommand(args: string[], environment: NodeJS.ProcessEnv, print: Print) {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const config = readConfig(environment)
  const folder = defaultPlace(config)
  if (values.at !== undefined) {
    const backupDir = positionals[0] === undefined ? folder : fromCaller(positionals[0], environment)
    const passphrase = await readPassphrase(environment, { isAsked: values.passphrase ?? false })
    return restoreMoment(config, { backupDir, at: readMoment(values.at), passphrase }, print)
  }
  const given = positionals[0] ?? (values.file === undefined ? undefined : folder)
  if (given === undefined)
    throw new StartError(`Name a backup: ${commandLine('restore', 'NAME')}. ${await whatThereIs(folder)}`)
  const path = await findBackup(given, config, environment)
  const passphrase = await readPassphrase(environment, { isAsked: values.passphrase ?? false })
  const time = nameOf(new Date())
  const reading = { passphrase, config, scratch: scratchFolder(config.dataDir, 'unpacked') }
  if (values.file !== undefined) {
    const key = values.file
    return withBackup(path, reading, (reader) => restoreFile(config, reader, key, print))
  }
  const locked = await lockDataFolder(config.dataDir)
  try {
    await withBackup(path, reading, (reader) => restoreAll(config, reader, time, print))
  } finally {
    // A failed restore must not keep the disk full.
    await settleRestores(locked.path)
    await locked.release()
  }
}

async function restoreAll(config: Config, reader: BackupReader, time: string, print: Print) {
  print(`Restoring ${reader.name}, of version ${reader.manifest.productVersion} …`)
  // Before the database refers to them. This never removes a file that the data in use refers to.
  await restoreFiles(reader, await openStorage(config))
  const { dataDir: folder, database, directDatabase } = config
  const aside = database
    ? await restoreOwnDatabase(folder, directOf(await requireDatabase(database, directDatabase)), reader, time)
    : await restoreFolder(folder, reader, time)
  print(`Restored the state of ${reader.manifest.startedAt}.`)
  if (aside) print(`The data from before is in ${aside}. Delete it when you are sure that you do not need it.`)
  await warnOfSecret(config, reader, print)
}

async function restoreOwnDatabase(folder: string, connection: Connection, reader: BackupReader, time: string) {
  const staged = await stageSecret(folder, reader, time)
  const schema = await restoreDatabase(connection, reader, time)
  const aside = await putInPlace(folder, staged, time)
  return [schema && `the schema ${schema} of the database`, aside].filter(Boolean).join(' and ')
}

async function warnOfSecret(config: Config, reader: BackupReader, print: Print) {
  const secret = await reader.secret()
  if (secret === undefined) {
    print(
      'The backup has no secret. With another one, links in mails that were sent do not work, and people sign in again.',
    )
  } else if (config.secret !== undefined && config.secret !== secret) {
    print('APP_SECRET is not the secret of the backup. Unset it to use the one of the backup, which DATA_DIR now has.')
  }
}

/** Works while servers run. */
async function restoreFile(config: Config, reader: BackupReader, key: string, print: Print) {
  const file = (await reader.files()).find((each) => each.key === key)
  if (!file) throw new StartError(`The backup ${reader.name} does not have the file ${key}. Name an older one.`)
  const storage = await openStorage(config)
  await ensureStored(storage, unsealed, file, () => buffer(Readable.from(reader.file(file))))
  print(`Restored the file ${key} from ${reader.name}.`)
}
