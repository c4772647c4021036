import { mkdir, rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { BackupReader } from '#server/backup/backupReader.ts'
import { loadDatabase } from '#server/backup/restoring/loadDatabase.ts'
import { type Config, readConfig } from '#server/config.ts'
import { withEmbeddedPostgres } from '#server/database/embedded/embeddedPostgres.ts'
import { scratchFolder } from '#server/stagedRestore.ts'
import { StartError } from '#server/startError.ts'
import { defaultPlace, findBackup, withBackup } from './backupPlaces.ts'
import { withInstallation } from './installation.ts'
import { findDatabaseFaults, findLiveFaults } from './liveFaults.ts'
import { readPassphrase } from './passphrase.ts'

const options = { restore: { type: 'boolean' }, passphrase: { type: 'boolean' } } as const

type Print = (line: string) => void

/** `npm run verify`. Throws a StartError that says how many faults it has printed. */
export async function verifyCommand(args: string[], environment: NodeJS.ProcessEnv, print: Print) {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const config = readConfig(environment)
  const [given] = positionals
  const { called, faults } =
    given === undefined && !values.restore
      ? await verifyLive(config, print)
      : await verifyBackup(await findBackup(given ?? defaultPlace(config), config, environment), config, {
          restores: values.restore ?? false,
          passphrase: await readPassphrase(environment, { isAsked: values.passphrase ?? false }),
          print,
        })
  for (const fault of faults) print(fault)
  if (faults.length > 0)
    throw new StartError(`${called}: ${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}.`)
  print(`${called}: no faults.`)
}

async function verifyLive(config: Config, print: Print) {
  return { called: 'The live system', faults: await withInstallation(config, (live) => findLiveFaults(live, print)) }
}

type Options = { restores: boolean; passphrase: string | undefined; print: Print }

async function verifyBackup(path: string, config: Config, { restores, passphrase, print }: Options) {
  const { dataDir } = config
  return withBackup(path, { passphrase, config, scratch: scratchFolder(dataDir, 'unpacked') }, async (reader) => {
    const faults = await reader.findFaults()
    if (restores && faults.length === 0) faults.push(...(await findRestoreFaults(reader, dataDir, print)))
    return { called: `The backup ${reader.name}`, faults }
  })
}

/** Restores the database of a backup to a cluster of its own, which it deletes again. */
async function findRestoreFaults(reader: BackupReader, dataDir: string, print: Print) {
  print(`Restoring ${reader.name} to a temporary database …`)
  const folder = scratchFolder(dataDir, 'verified')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    return await withEmbeddedPostgres(folder, async (connection) => {
      await loadDatabase(connection, reader)
      return findDatabaseFaults(connection, print)
    })
  } catch (error) {
    return [`It could not be restored: ${(error as Error).message}`]
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
}
