import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { z } from 'zod'
import { fieldErrors } from '#contract/errors.ts'
import { connectionFrom } from './database/connecting/connectionFrom.ts'
import { isPackaged, projectRoot } from './projectRoot.ts'
import { Environment } from './settings/environment.ts'
import { StartError } from './startError.ts'
import type { Credentials } from './storage/storageUrl.ts'

export const settingNames = Object.keys(Environment.shape)
export type Config = ReturnType<typeof readConfig>

/** Reads the settings from the environment. Throws a StartError that lists every invalid one in one line. */
export function readConfig(environment: NodeJS.ProcessEnv) {
  const parsed = Environment.safeParse(givenIn(environment))
  if (!parsed.success) {
    throw new StartError(`Invalid settings: ${Object.values(fieldErrors(parsed.error)).join('; ')}.`)
  }
  const settings = parsed.data
  return {
    port: settings.PORT,
    host: settings.HOST,
    ...foldersIn(resolve(settings.DATA_DIR ?? defaultDataDir)),
    isStateless: isStateless(settings),
    database: databaseOf('DATABASE_URL', settings),
    directDatabase: databaseOf('DATABASE_DIRECT_URL', { ...settings, DATABASE_POOLER: 'none' }),
    databasePool: settings.DATABASE_POOL,
    secret: settings.APP_SECRET,
    publicUrl: settings.PUBLIC_URL,
    apiUrl: settings.API_URL,
    /** The path of the cookies, as browsers see it. */
    authPath: new URL(`${settings.API_URL}/auth`, 'http://localhost').pathname,
    ...originsOf(settings),
    isHttps: settings.PUBLIC_URL?.startsWith('https:') ?? false,
    appName: settings.APP_NAME,
    vendorName: settings.VENDOR_NAME,
    vendorUrl: settings.VENDOR_URL,
    notice: settings.NOTICE,
    iconHosts: settings.ICON_HOSTS,
    operators: settings.OPERATORS,
    registration: settings.REGISTRATION,
    showsApi: settings.API_DOCS === 'on',
    requestsPerMinute: settings.REQUESTS_PER_MINUTE,
    registrationsPerHour: settings.REGISTRATIONS_PER_HOUR,
    bulkRequestsPerMinute: settings.BULK_REQUESTS_PER_MINUTE,
    trustedProxies: settings.TRUSTED_PROXIES,
    bucket: settings.STORAGE_URL && { place: settings.STORAGE_URL, credentials: credentialsOf(settings)! },
    s3Credentials: credentialsOf(settings),
    storageQuota: settings.STORAGE_QUOTA,
    smtpUrl: settings.SMTP_URL,
    catchesMails: settings.CATCH_MAILS === 'true',
    sendsMail: settings.SMTP_URL !== undefined || settings.CATCH_MAILS === 'true',
    mailFrom: settings.MAIL_FROM ?? `no-reply@${new URL(settings.PUBLIC_URL ?? 'http://localhost').hostname}`,
    incomingAddress: settings.INCOMING_ADDRESS,
    imapUrl: settings.IMAP_URL,
    lmtpListen: settings.LMTP_LISTEN,
    mailAuthHost: settings.MAIL_AUTH_HOST,
    unverifiedSenders: settings.UNVERIFIED_SENDERS,
    backupDir: settings.BACKUP_DIR === undefined ? undefined : resolve(settings.BACKUP_DIR),
    backupEveryMs: settings.BACKUP_EVERY,
    backupsKept: settings.BACKUP_KEEP,
    backupPassphrase: settings.BACKUP_PASSPHRASE,
    archivesWal: settings.BACKUP_WAL === 'on',
    metrics:
      settings.METRICS_PORT === undefined ? undefined : { host: settings.METRICS_HOST, port: settings.METRICS_PORT },
    tracesEndpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
    drainMs: settings.DRAIN_SECONDS * 1000,
    logLevel: settings.LOG_LEVEL,
    webDir: join(projectRoot, 'dist/web'),
  }
}

/** The origins of the API and of the page whose requests it allows. Undefined if the page and its API have the same. */
function originsOf({ API_URL, PUBLIC_URL }: z.infer<typeof Environment>) {
  if (API_URL.startsWith('/')) return {}
  const [apiOrigin, pageOrigin] = [new URL(API_URL).origin, new URL(PUBLIC_URL!).origin]
  return apiOrigin === pageOrigin ? {} : { apiOrigin, pageOrigin }
}

/** The faults of settings, by their names. Settings that depend on other settings are not judged before these are right. */
export function findInvalidSettings(environment: NodeJS.ProcessEnv): Record<string, string> {
  const parsed = Environment.safeParse(givenIn(environment))
  if (!parsed.success) return fieldErrors(parsed.error)
  const faultOf = (name: (typeof databaseSettings)[number]) => {
    try {
      return void databaseOf(name, parsed.data)
    } catch (error) {
      return (error as Error).message
    }
  }
  const faults = databaseSettings.map((name) => [name, faultOf(name)])
  return Object.fromEntries(faults.filter(([, fault]) => fault))
}

function givenIn(environment: NodeJS.ProcessEnv) {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
}

/**
 * Beside the folder of the package, so that the next version finds it, and nobody deletes it with the version before. npm runs in the
 * folder of the project.
 */
const defaultDataDir = isPackaged ? join(projectRoot, '../enquiry-desk-data') : './data'

function foldersIn(dataDir: string) {
  return { dataDir, filesDir: join(dataDir, 'files'), draftsDir: join(dataDir, 'incoming') }
}

/** Whether everything that lasts is elsewhere: rows, files and the secret. */
function isStateless(settings: z.infer<typeof Environment>) {
  const { DATA_DIR, DATABASE_URL, STORAGE_URL, APP_SECRET } = settings
  return DATA_DIR === undefined && DATABASE_URL !== undefined && STORAGE_URL !== undefined && APP_SECRET !== undefined
}

/** For a stateless server, which needs a folder only for uploads in progress. */
export function withTemporaryFolder(config: Config): Config {
  return { ...config, ...foldersIn(join(tmpdir(), `enquiry-desk-${randomUUID()}`)) }
}

function credentialsOf(settings: z.infer<typeof Environment>): Credentials | undefined {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN } = settings
  return accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey, sessionToken: AWS_SESSION_TOKEN } : undefined
}

const databaseSettings = ['DATABASE_URL', 'DATABASE_DIRECT_URL'] as const

function databaseOf(name: (typeof databaseSettings)[number], settings: z.infer<typeof Environment>) {
  const { [name]: url, DATABASE_CA: caFile, SSL_CERT_FILE: systemCaFile, DATABASE_POOLER: pooler } = settings
  if (url === undefined) return undefined
  try {
    return connectionFrom(url, { caFile, systemCaFile, pooler })
  } catch (error) {
    throw new StartError(`${name} cannot be used: ${(error as Error).message}.`)
  }
}
