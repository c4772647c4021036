import { z } from 'zod'
import { registrations } from '#contract/accounts.ts'
import { poolers } from '#server/database/connecting/connectionFrom.ts'
import {
  apiAddress,
  areNetworks,
  bucketPlace,
  duration,
  gigabyte,
  isLmtpPlace,
  listed,
  lmtpPlace,
  loopbackHosts,
  namesMailbox,
  publicIconHosts,
  storageSize,
  webAddress,
} from './formats.ts'

/** The embedded PostgreSQL accepts 50 connections: these, nine for the other pools, one for metrics, and some for the operator. */
const maxEmbeddedPool = 30

/** The settings, as the environment has them. */
export const Environment = z
  .object({
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    HOST: z.string().default('127.0.0.1'),
    DATA_DIR: z.string().optional(),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    DATABASE_CA: z.string().optional(),
    SSL_CERT_FILE: z.string().optional(),
    DATABASE_POOL: z.coerce.number().int().min(3).max(1000).default(7),
    DATABASE_POOLER: z.enum(poolers).default('none'),
    APP_SECRET: z.string().min(32).optional(),
    PUBLIC_URL: webAddress.optional(),
    API_URL: apiAddress.default('/api'),
    APP_NAME: z.string().default('Enquiry Desk'),
    VENDOR_NAME: z.string().default('Enquiry Desk'),
    VENDOR_URL: webAddress.default('https://example.com'),
    NOTICE: z.string().default(''),
    ICON_HOSTS: z.string().default(publicIconHosts).transform(listed).pipe(z.array(webAddress)),
    OPERATORS: z
      .string()
      .default('')
      .transform((text) => listed(text.toLowerCase()))
      .pipe(z.array(z.email())),
    REGISTRATION: z.enum(registrations).default('open'),
    REQUESTS_PER_MINUTE: z.coerce.number().int().min(1).default(6000),
    REGISTRATIONS_PER_HOUR: z.coerce.number().int().min(1).default(5),
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
    UNVERIFIED_SENDERS: z.enum(['mark', 'hold', 'accept']).default('mark'),
    API_DOCS: z.enum(['on', 'off']).default('on'),
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
  .superRefine(({ API_URL, PUBLIC_URL }, { addIssue }) => {
    if (API_URL.startsWith('/') || PUBLIC_URL) return
    const message = 'PUBLIC_URL is required with the API_URL of another host, because only its pages may call that'
    addIssue({ code: 'custom', path: ['PUBLIC_URL'], message })
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
  .superRefine(({ OPERATORS, SMTP_URL, CATCH_MAILS }, { addIssue }) => {
    if (OPERATORS.length === 0 || SMTP_URL || CATCH_MAILS === 'true') return
    const message = 'SMTP_URL is required with OPERATORS: only a confirmed address proves who somebody is'
    addIssue({ code: 'custom', path: ['OPERATORS'], message })
  })
  .superRefine(({ STORAGE_URL, ...credentials }, { addIssue }) => {
    if (STORAGE_URL === undefined) return
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const) {
      if (credentials[name]) continue
      const message = `${name} is required with STORAGE_URL, for the object storage`
      addIssue({ code: 'custom', path: [name], message })
    }
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
