import { mkdir, rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { findArchiveFaults } from '#server/backup/archiving/archiveFaults.ts'
import { findBeginning, recover } from '#server/backup/archiving/recovery.ts'
import type { BackupReader } from '#server/backup/backupReader.ts'
import { loadDatabase } from '#server/backup/restoring/loadDatabase.ts'
import { type Config, readConfig } from '#server/config.ts'
import { withEmbeddedPostgres } from '#server/database/embedded/embeddedPostgres.ts'
import { scratchFolder } from '#server/stagedRestore.ts'
import { StartError } from '#server/startError.ts'
import { defaultPlace, findBackup, fromCaller, withBackup } from './backupPlaces.ts'
import { withInstallation } from './installation.ts'
import { findDatabaseFaults, findFaultsOfCopies, findLiveFaults } from './liveFaults.ts'
import { readPassphrase } from './passphrase.ts'
import { readMoment, stepsOf, type WantedMoment } from './restoreMoment.ts'

const options = { at: { type: 'string' }, restore: { type: 'boolean' }, passphrase: { type: 'boolean' } } as const

type Print = (line: string) => void

/** `npm run verify`. Throws a StartError that says how many faults it has printed. */
export async function verifyCommand(args: string[], environment: NodeJS.ProcessEnv, print: Print) {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const config = readConfig(environment)
  const [given] = positionals
  const isLive = given === undefined && !values.restore && values.at === undefined
  const { called, faults } = isLive
    ? await verifyLive(config, print)
    : await verifyGiven(given ?? defaultPlace(config), values.at, environment, {
        config,
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
  const faults = await withInstallation(config, (live) => findLiveFaults(live, print))
  return { called: 'The live system', faults: [...faults, ...(await findFaultsOfCopies(config.dataDir, print))] }
}

type Options = { config: Config; restores: boolean; passphrase: string | undefined; print: Print }

async function verifyGiven(given: string, at: string | undefined, environment: NodeJS.ProcessEnv, how: Options) {
  if (at === undefined) return verifyBackup(await findBackup(given, how.config, environment), how)
  return verifyMoment({ ...how, backupDir: fromCaller(given, environment), at: readMoment(at) })
}

async function verifyMoment({
  backupDir,
  passphrase,
  at,
  restores,
  config,
  print,
}: Options & Omit<WantedMoment, 'passphrase'>) {
  const beginning = await findBeginning(backupDir, passphrase, at)
  print(`Checking ${stepsOf(beginning)} …`)
  const faults = await findArchiveFaults(beginning)
  if (restores && faults.length === 0) {
    const restoreTo = (folder: string) =>
      recover(beginning, folder, { at, print }, (connection) => findDatabaseFaults(connection, print))
    faults.push(...(await withScratch(config, restoreTo)))
  }
  return { called: `The archive in ${beginning.archive.folder}`, faults }
}

async function verifyBackup(path: string, { config, restores, passphrase, print }: Options) {
  const { dataDir } = config
  return withBackup(path, { passphrase, config, scratch: scratchFolder(dataDir, 'unpacked') }, async (reader) => {
    const faults = await reader.findFaults()
    if (restores && faults.length === 0) faults.push(...(await findRestoreFaults(reader, config, print)))
    return { called: `The backup ${reader.name}`, faults }
  })
}

async function findRestoreFaults(reader: BackupReader, config: Config, print: Print) {
  print(`Restoring ${reader.name} to a temporary database …`)
  return withScratch(config, (folder) =>
    withEmbeddedPostgres(folder, async (connection) => {
      await loadDatabase(connection, reader)
      return findDatabaseFaults(connection, print)
    }),
  )
}

/** Restores to a folder that it deletes again. Returns the faults of what was restored, or that it could not be. */
async function withScratch({ dataDir }: Config, restoreTo: (folder: string) => Promise<string[]>) {
  const folder = scratchFolder(dataDir, 'verified')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    return await restoreTo(folder)
  } catch (error) {
    return [`It could not be restored: ${(error as Error).message}`]
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
}
