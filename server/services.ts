import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { AccessTokens } from './accounts/accessTokens.ts'
import type { LinkSecrets } from './accounts/secretTokens.ts'
import type { Config } from './config.ts'
import type { Db } from './database/database.ts'
import type { FileUrls } from './documents/fileUrls.ts'
import type { EventHub } from './events/eventHub.ts'
import type { Storage } from './storage/storage.ts'

/** The foundations of every feature. The databases are one, over several pools: see `openDatabases`. */
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
  /** Aborted as soon as the server is asked to stop. */
  stopping: AbortSignal
}

/** Fastify with the contract's schemas as its types. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>
