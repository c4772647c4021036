import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { z } from 'zod'
import { registrations } from '#contract/accounts.ts'
import { fieldErrors } from '#contract/errors.ts'
import { connectionFrom, poolers } from './database/connecting/connectionFrom.ts'
import { isPackaged, projectRoot } from './projectRoot.ts'
import { isSocketPath } from './socketPath.ts'
import { StartError } from './startError.ts'
import { type Credentials, readStorageUrl } from './storage/storageUrl.ts'

const webAddress = z.url({ protocol: /^https?$/ })

/** Queried for icons that the product's own server does not have. */
const publicIconHosts = 'https://api.iconify.design https://api.simplesvg.com https://api.unisvg.com'

const network = z.union([z.literal('loopback'), z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])

/** Splits a list separated by commas or spaces; `none` is an empty list. */
function listed(text: string) {
  return text === 'none' ? [] : text.split(/[\s,]+/).filter(Boolean)
}

/** Refuses a network of all addresses: every caller could then forge the address they are rate-limited by. */
function areNetworks(names: string[]) {
  return names.every((name) => network.safeParse(name).success && !name.endsWith('/0'))
}

const loopbackHosts = ['127.0.0.1', '::1', 'localhost']

const gigabyte = 1024 ** 3

/** Bytes, or gigabytes with the unit: `5000000`, `10GB`, `0.5 GB`. */
const storageSize = z
  .string()
  .regex(/^\d{1,15}$|^\d{1,6}(\.\d{1,3})? ?GB$/i)
  .transform((size) => (/GB$/i.test(size) ? Math.round(Number.parseFloat(size) * gigabyte) : Number(size)))

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Minutes, hours or days: `30m`, `24h`, `7d`. */
const duration = z
  .string()
  .regex(/^[1-9]\d{0,3}[mhd]$/, 'BACKUP_EVERY must be like 30m, 24h or 7d')
  .transform((text) => Number.parseInt(text, 10) * unitMs[text.at(-1) as keyof typeof unitMs])

function namesMailbox(url: string) {
  try {
    const { username, password, hostname, pathname } = new URL(url)
    decodeURIComponent(`${username}${password}${pathname}`)
    return Boolean(username && password && hostname)
  } catch {
    return false
  }
}

function isLmtpPlace(place: string) {
  if (isAbsolute(place)) return isSocketPath(place)
  return /^\d{1,5}$/.test(place) && Number(place) >= 1 && Number(place) <= 65_535
}

/** A socket, or a port that only this machine can reach. */
function lmtpPlace(place: string) {
  return isAbsolute(place) ? { path: place } : { host: '127.0.0.1', port: Number(place) }
}

/** Passes on what is wrong with the URL, which never quotes it: people write passwords into URLs. */
function bucketPlace(url: string, { addIssue }: z.core.$RefinementCtx) {
  try {
    return readStorageUrl(url)
  } catch (error) {
    addIssue({ code: 'custom', message: `STORAGE_URL ${(error as Error).message}` })
    return z.NEVER
  }
}

/** The embedded PostgreSQL accepts 50 connections: these, nine for the other pools, one for metrics, and some for the operator. */
const maxEmbeddedPool = 30

const Environment = z
  .object({
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    HOST: z.string().default('127.0.0.1'),
    DATA_DIR: z.string().optional(),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    READ_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    DATABASE_CA: z.string().optional(),
    SSL_CERT_FILE: z.string().optional(),
    DATABASE_POOL: z.coerce.number().int().min(3).max(1000).default(10),
    DATABASE_POOLER: z.enum(poolers).default('none'),
    APP_SECRET: z.string().min(32).optional(),
    PUBLIC_URL: webAddress.optional(),
    APP_NAME: z.string().default('Enquiry Desk'),
    VENDOR_NAME: z.string().default('Enquiry Desk'),
    VENDOR_URL: webAddress.default('https://example.com'),
    NOTICE: z.string().default(''),
    ICON_HOSTS: z.string().default(publicIconHosts).transform(listed).pipe(z.array(webAddress)),
    REGISTRATION: z.enum(registrations).default('open'),
    REQUESTS_PER_MINUTE: z.coerce.number().int().min(1).default(6000),
    BULK_REQUESTS_PER_MINUTE: z.coerce.number().int().min(1).default(120),
    TRUSTED_PROXIES: z
      .string()
      .default('loopback')
      .transform(listed)
      .refine(areNetworks, 'TRUSTED_PROXIES must be addresses or networks, such as 10.0.0.0/8'),
    STORAGE_URL: z.string().transform(bucketPlace).optional(),
    AWS_ACCESS_KEY_ID: z.string().optional(),
    AWS_SECRET_ACCESS_KEY: z.string().optional(),
    AWS_SESSION_TOKEN: z.string().optional(),
    STORAGE_QUOTA: storageSize.default(10 * gigabyte),
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    MAIL_FROM: z.email().optional(),
    INCOMING_ADDRESS: z.email().optional(),
    IMAP_URL: z
      .url({ protocol: /^imaps?$/ })
      .refine(namesMailbox, 'IMAP_URL must be like imaps://user:password@host/mailbox, percent-encoded')
      .optional(),
    LMTP_LISTEN: z
      .string()
      .refine(isLmtpPlace, 'LMTP_LISTEN must be a port, or the path of a socket: absolute and at most 100 bytes')
      .transform(lmtpPlace)
      .optional(),
    MAIL_AUTH_HOST: z.string().optional(),
    CATCH_MAILS: z.enum(['true', 'false']).default('false'),
    BACKUP_DIR: z.string().optional(),
    BACKUP_EVERY: duration.default(24 * 3600 * 1000),
    BACKUP_KEEP: z.coerce.number().int().min(1).default(7),
    BACKUP_WAL: z.enum(['on', 'off']).default('off'),
    BACKUP_PASSPHRASE: z.string().optional(),
    METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
    METRICS_HOST: z.string().default('127.0.0.1'),
    OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
    DRAIN_SECONDS: z.coerce.number().int().min(0).max(3600).default(1),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  })
  .superRefine(({ SMTP_URL, CATCH_MAILS, PUBLIC_URL }, { addIssue }) => {
    if ((!SMTP_URL && CATCH_MAILS === 'false') || PUBLIC_URL) return
    addIssue({
      code: 'custom',
      path: ['PUBLIC_URL'],
      message: `PUBLIC_URL is required with ${SMTP_URL ? 'SMTP_URL' : 'CATCH_MAILS'}, for the links in mails`,
    })
  })
  .superRefine(({ SMTP_URL, CATCH_MAILS, HOST }, { addIssue }) => {
    if (CATCH_MAILS === 'false' || (!SMTP_URL && loopbackHosts.includes(HOST))) return
    const message = 'CATCH_MAILS shows secret links to everyone, so it needs a HOST of this machine and no SMTP_URL'
    addIssue({ code: 'custom', path: ['CATCH_MAILS'], message })
  })
  .superRefine(({ IMAP_URL, LMTP_LISTEN, INCOMING_ADDRESS, SMTP_URL, CATCH_MAILS }, { addIssue }) => {
    if (!IMAP_URL && !LMTP_LISTEN) return
    const setting = IMAP_URL ? 'IMAP_URL' : 'LMTP_LISTEN'
    if (!INCOMING_ADDRESS) {
      const message = `INCOMING_ADDRESS is required with ${setting}: the address to which customers write`
      addIssue({ code: 'custom', path: ['INCOMING_ADDRESS'], message })
    }
    if (!SMTP_URL && CATCH_MAILS === 'false') {
      const message = `SMTP_URL or CATCH_MAILS is required with ${setting}, for the replies`
      addIssue({ code: 'custom', path: ['SMTP_URL'], message })
    }
  })
  .superRefine(({ STORAGE_URL, ...credentials }, { addIssue }) => {
    if (STORAGE_URL === undefined) return
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const) {
      if (credentials[name]) continue
      const message = `${name} is required with STORAGE_URL, for the object storage`
      addIssue({ code: 'custom', path: [name], message })
    }
  })
  .superRefine(({ DATABASE_URL, READ_DATABASE_URL }, { addIssue }) => {
    if (READ_DATABASE_URL === undefined || DATABASE_URL !== undefined) return
    const message = 'DATABASE_URL is required with READ_DATABASE_URL, which is a replica of it'
    addIssue({ code: 'custom', path: ['DATABASE_URL'], message })
  })
  .superRefine(({ DATABASE_URL, DATABASE_POOL }, { addIssue }) => {
    if (DATABASE_URL !== undefined || DATABASE_POOL <= maxEmbeddedPool) return
    const message = `DATABASE_POOL must be at most ${maxEmbeddedPool} without DATABASE_URL`
    addIssue({ code: 'custom', path: ['DATABASE_POOL'], message })
  })
  .superRefine(({ DATABASE_URL, DATABASE_DIRECT_URL }, { addIssue }) => {
    if (DATABASE_URL !== undefined || DATABASE_DIRECT_URL === undefined) return
    const message = 'DATABASE_DIRECT_URL needs DATABASE_URL, the address of the pooler in front of it'
    addIssue({ code: 'custom', path: ['DATABASE_DIRECT_URL'], message })
  })

  .superRefine(({ BACKUP_WAL, BACKUP_DIR, DATABASE_URL }, { addIssue }) => {
    if (BACKUP_WAL === 'off') return
    if (!BACKUP_DIR)
      addIssue({ code: 'custom', path: ['BACKUP_DIR'], message: 'BACKUP_DIR is required with BACKUP_WAL' })
    if (DATABASE_URL === undefined) return
    const message = 'BACKUP_WAL is for the embedded database; archive the log of your own PostgreSQL with its own tools'
    addIssue({ code: 'custom', path: ['BACKUP_WAL'], message })
  })

export type Config = ReturnType<typeof readConfig>

/** Reads the settings from the environment. Throws a StartError that lists every invalid one in one line. */
export function readConfig(environment: NodeJS.ProcessEnv) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
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
    readDatabase: databaseOf('READ_DATABASE_URL', settings),
    databasePool: settings.DATABASE_POOL,
    secret: settings.APP_SECRET,
    publicUrl: settings.PUBLIC_URL,
    isHttps: settings.PUBLIC_URL?.startsWith('https:') ?? false,
    appName: settings.APP_NAME,
    vendorName: settings.VENDOR_NAME,
    vendorUrl: settings.VENDOR_URL,
    notice: settings.NOTICE,
    iconHosts: settings.ICON_HOSTS,
    registration: settings.REGISTRATION,
    requestsPerMinute: settings.REQUESTS_PER_MINUTE,
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

function databaseOf(
  name: 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'READ_DATABASE_URL',
  settings: z.infer<typeof Environment>,
) {
  const { [name]: url, DATABASE_CA: caFile, SSL_CERT_FILE: systemCaFile, DATABASE_POOLER: pooler } = settings
  if (url === undefined) return undefined
  try {
    return connectionFrom(url, { caFile, systemCaFile, pooler })
  } catch (error) {
    throw new StartError(`${name} cannot be used: ${(error as Error).message}.`)
  }
}
