import type { Folder, Installation } from '#contract/operator.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/database.ts'
import { listRunning } from '#server/database/runningServers.ts'
import { probeFolder } from '#server/doctor/disk/folderProbe.ts'
import { readDatabaseState } from '#server/metrics/databaseState.ts'
import { productVersion } from '#server/productVersion.ts'

/** A network drive that does not respond for this long is left out. */
const responseMs = 3000

type State = Omit<Installation, 'lastTasks'>

/** The state of the whole installation; that of the folders is of this server. */
export async function readInstallation(db: Db, config: Config): Promise<State> {
  const [versions, sizes, folders, waiting] = await Promise.all([
    readVersions(db, config),
    readSizes(db),
    readFolders(config),
    readDatabaseState(db, config.imapUrl),
  ])
  const { emails, jobs, received, mailboxAge } = waiting
  return {
    versions,
    storage: { folders, ...sizes, bucket: bucketOf(config) },
    jobs,
    mail: {
      waiting: emails.reduce((sum, each) => sum + each.waiting, 0),
      refused: emails.reduce((sum, each) => sum + each.refused, 0),
      oldestAge: Math.max(0, ...emails.map((each) => each.oldestAge)),
      received: received.count,
      mailboxAge: mailboxAge ?? null,
    },
  }
}

async function readVersions(db: Db, { database }: Config): Promise<State['versions']> {
  const [[row], running] = await Promise.all([
    db<{ postgres: string; schema: string }[]>`
      select current_setting('server_version') as postgres, (select replace(max(name), '.sql', '') from migration) as schema`,
    listRunning(db),
  ])
  return {
    product: productVersion,
    node: process.versions.node,
    // Some distributions add their own words.
    postgres: row!.postgres.split(' ')[0]!,
    isEmbedded: database === undefined,
    schema: row!.schema,
    servers: [...new Set(running)].map((version) => ({
      version,
      count: running.filter((each) => each === version).length,
    })),
  }
}

async function readSizes(db: Db) {
  const [row] = await db<{ database: string; files: string }[]>`
    select pg_database_size(current_database())::text as database,
      (select coalesce(sum(storage_bytes), 0)::text from company) as files`
  return { databaseBytes: Number(row!.database), fileBytes: Number(row!.files) }
}

async function readFolders({ dataDir, backupDir, isStateless }: Config) {
  const folders: [Folder['setting'], string | undefined][] = [
    ['DATA_DIR', isStateless ? undefined : dataDir],
    ['BACKUP_DIR', backupDir],
  ]
  const read = await Promise.all(folders.map(([setting, path]) => readFolder(setting, path)))
  return read.filter((folder) => folder !== undefined)
}

/** Undefined if there is none, or it does not respond; the checks of the doctor say why. */
async function readFolder(setting: Folder['setting'], path: string | undefined) {
  if (path === undefined) return undefined
  const state = await probeFolder(path, responseMs).catch(() => undefined)
  if (!state || 'missing' in state) return undefined
  return { setting, path, freeBytes: state.freeBytes, totalBytes: state.totalBytes }
}

function bucketOf({ bucket }: Config) {
  return bucket ? `${bucket.place.bucket}/${bucket.place.folder} at ${bucket.place.endpoint.host}` : null
}
