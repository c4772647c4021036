import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { nameOf } from '#server/backup/format/manifest.ts'
import { type Config, readConfig } from '#server/config.ts'
import { requireDatabase } from '#server/database/connecting/requireDatabase.ts'
import { requireUsable } from '#server/database/connecting/requireUsable.ts'
import { type Connection, directOf } from '#server/database/connectionPool.ts'
import { withEmbeddedPostgres } from '#server/database/embedded/embeddedPostgres.ts'
import { lockDataFolder } from '#server/dataFolder.ts'
import { embeddedTarget, ownTarget } from '#server/moving/databaseTarget.ts'
import { move } from '#server/moving/move.ts'
import { storageMark } from '#server/moving/storageMark.ts'
import { settleRestores } from '#server/stagedRestore.ts'
import { StartError } from '#server/startError.ts'
import { openStorage } from '#server/storage/openStorage.ts'
import { S3Client } from '#server/storage/s3Client.ts'
import { requireUsableBucket } from '#server/storage/storageCheck.ts'
import { describeMove } from './describeMove.ts'
import { describeDatabase, describeFiles, readTarget, renamingSettings } from './movePlaces.ts'

const options = { database: { type: 'string' }, storage: { type: 'string' } } as const

type Print = (line: string) => void

/** `npm run move`: brings the data to another place. Throws a StartError, and leaves the data as it is, if it cannot. */
export async function moveCommand(args: string[], environment: NodeJS.ProcessEnv, print: Print) {
  const { values } = parseArgs({ args, options })
  const config = readConfig(environment)
  const target = await renamingSettings(() => readTarget(values, config, environment))
  const locked = await lockDataFolder(config.dataDir)
  try {
    await withSource(config, locked.path, async (connection) => {
      const time = nameOf(new Date())
      const source = {
        database: { place: describeDatabase(config), connection },
        files: await openFiles(config),
      }
      const places = {
        database: values.database === undefined ? undefined : await openDatabaseTarget(target, locked.path, time),
        files: values.storage === undefined ? undefined : await openNewFiles(target),
      }
      const moved = await move(source, places, print).catch((error: unknown) => explain(error, print))
      for (const line of describeMove(values, config, moved)) print(line)
    })
  } finally {
    // A failed move must not keep the disk full.
    await settleRestores(locked.path)
    await locked.release()
  }
}

async function withSource(config: Config, folder: string, use: (connection: Connection) => Promise<void>) {
  if (config.database) return use(directOf(await requireDatabase(config.database, config.directDatabase)))
  if (!existsSync(join(folder, 'postgres'))) {
    throw new StartError(`There is no data in ${folder}. Choose its folder with DATA_DIR, or set DATABASE_URL.`)
  }
  return withEmbeddedPostgres(folder, use)
}

async function openFiles(config: Config) {
  return { place: describeFiles(config), storage: await openStorage(config), mark: storageMark(config) }
}

async function openDatabaseTarget(target: Config, folder: string, time: string) {
  const { database } = target
  const place = describeDatabase(target)
  if (!database) return { place, target: embeddedTarget(folder, time) }
  return { place, target: ownTarget(await renamingSettings(() => requireUsable(database)), time) }
}

async function openNewFiles(target: Config) {
  const { bucket } = target
  if (bucket) await requireUsableBucket(new S3Client(bucket.place, bucket.credentials), '--storage')
  return openFiles(target)
}

/** A StartError says itself what to do. */
function explain(error: unknown, print: Print): never {
  if (!(error instanceof StartError)) {
    print('The move was interrupted. The old place has all data. Repeat the same command: it goes on where it stopped.')
  }
  throw error
}
