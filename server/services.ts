import type { LinkSecrets } from './accounts/secretTokens.ts'
import type { AccessTokens } from './accounts/sessions/accessTokens.ts'
import type { RunCommand } from './commands/commandRunner.ts'
import type { Config } from './config.ts'
import type { Db } from './database/database.ts'
import type { Finding } from './doctor/finding.ts'
import type { FileUrls } from './documents/fileUrls.ts'
import type { EventHub } from './events/eventHub.ts'
import type { App } from './http/app.ts'
import type { Storage } from './storage/storage.ts'

/** Everything that `main.ts` opens for the features. The four `Db`s are pools of one database: see `openDatabases`. */
export type Services = {
  config: Config
  db: Db
  searchDb: Db
  bulkDb: Db
  guardDb: Db
  storage: Storage
  urls: FileUrls
  tokens: AccessTokens
  linkSecrets: LinkSecrets
  hub: EventHub
  /** With OTEL_EXPORTER_OTLP_ENDPOINT. */
  traceRequests: ((app: App) => void) | undefined
  runCommand: RunCommand
  /** Checks everything that the installation depends on. */
  examine: () => Promise<Finding[]>
  /** Aborted as soon as the server is asked to stop. */
  stopping: AbortSignal
}
