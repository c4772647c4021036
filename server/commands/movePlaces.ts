import { type Config, readConfig } from '#server/config.ts'
import { commandLine } from '#server/projectRoot.ts'
import { StartError } from '#server/startError.ts'

/** The arguments of `npm run move`. */
export type NewPlaces = { database?: string; storage?: string }

export const usage = `Name the new place: ${commandLine('move', '--database URL', '--storage URL')}. Instead of a URL, write --database embedded, or --storage disk.`

/** Settings that belong to the old database. */
const ofOldDatabase = { DATABASE_DIRECT_URL: '', DATABASE_POOLER: '', BACKUP_WAL: '' }

/** The settings with which servers will use the new place. */
export function readTarget({ database, storage }: NewPlaces, config: Config, environment: NodeJS.ProcessEnv) {
  if (database === undefined && storage === undefined) throw new StartError(usage)
  const target = readConfig({
    ...environment,
    ...(database !== undefined && { ...ofOldDatabase, DATABASE_URL: database === 'embedded' ? '' : database }),
    ...(storage !== undefined && { STORAGE_URL: storage === 'disk' ? '' : storage }),
  })
  if (database !== undefined && describeDatabase(target) === describeDatabase(config)) {
    throw new StartError(`The database is ${describeDatabase(config)} already. ${usage}`)
  }
  if (storage !== undefined && describeFiles(target) === describeFiles(config)) {
    throw new StartError(`The files are in ${describeFiles(config)} already. ${usage}`)
  }
  if (config.database?.pooler && !config.directDatabase) {
    throw new StartError('A move needs PostgreSQL itself: set its address as DATABASE_DIRECT_URL.')
  }
  return target
}

/** Never contains a password. */
export function describeDatabase({ database, dataDir }: Config) {
  if (!database) return `the embedded database in ${dataDir}`
  const { host = 'localhost', port = 5432, database: name = '' } = database
  return `the database ${name} on ${host}:${port}`
}

export function describeFiles({ bucket, filesDir }: Config) {
  if (!bucket) return filesDir
  const { place } = bucket
  return `s3://${place.bucket}/${place.folder} on ${place.endpoint.host}`
}

/** The settings of the target are arguments here, and errors have to name them so. */
export async function renamingSettings<T>(work: () => T | Promise<T>) {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    throw new StartError(error.message.replaceAll('DATABASE_URL', '--database').replaceAll('STORAGE_URL', '--storage'))
  }
}
