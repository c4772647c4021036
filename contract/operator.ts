import { z } from 'zod'
import { slug } from './customers/form.ts'

const bytes = z.number().int()

/** A folder of the server that answers, and its file system. */
export const Folder = z
  .object({
    setting: z.enum(['DATA_DIR', 'BACKUP_DIR']),
    path: z.string(),
    freeBytes: bytes,
    totalBytes: bytes,
  })
  .meta({ id: 'Folder' })
export type Folder = z.infer<typeof Folder>

/** Slow work runs as a task, one at a time on all servers together. */
export const taskKinds = ['backup', 'verify', 'check'] as const
export type TaskKind = (typeof taskKinds)[number]

export const OperatorTask = z
  .object({
    _id: z.uuid(),
    kind: z
      .enum(taskKinds)
      .describe(
        '`backup` makes a backup, `verify` reads one back, `check` checks the live system: database and files.',
      ),
    backup: z.string().nullable().describe('The name of the backup to verify; null for the other kinds.'),
    requestedBy: z.string().describe('The email address of the operator.'),
    startedAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
    outcome: z
      .enum(['succeeded', 'failed', 'interrupted'])
      .nullable()
      .describe('Null while it runs. `interrupted`: its server stopped.'),
    lines: z.array(z.string()).describe('What it reported, for people; of a failed one, the faults and what to do.'),
  })
  .meta({ id: 'OperatorTask' })
export type OperatorTask = z.infer<typeof OperatorTask>

export const StartTask = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('backup') }),
    z.object({ kind: z.literal('verify'), backup: z.string().max(100) }),
    z.object({ kind: z.literal('check') }),
  ])
  .meta({ id: 'StartTask' })
export type StartTask = z.infer<typeof StartTask>

export const Backup = z
  .object({
    name: z.string(),
    startedAt: z.iso.datetime().describe('The moment of its snapshot. It was read back before it got its name.'),
    isEncrypted: z.boolean(),
    content: z
      .object({
        productVersion: z.string(),
        rows: z.number().int(),
        files: z.number().int(),
        bytes: bytes.describe('Tables and files together, before encryption.'),
        hasSecret: z.boolean(),
      })
      .nullable()
      .describe('Null if it is encrypted, because opening it takes a second of computing, and if it is damaged.'),
    lastVerification: OperatorTask.pick({ finishedAt: true, outcome: true }).nullable(),
  })
  .meta({ id: 'Backup' })
export type Backup = z.infer<typeof Backup>

export const BackupList = z
  .object({
    folder: z.string().nullable().describe('Null if the server has no folder for backups: BACKUP_DIR is not set.'),
    isReachable: z.boolean(),
    isAutomatic: z.boolean().describe('Whether backups are made automatically, because BACKUP_DIR is set.'),
    everyHours: z.number(),
    kept: z.number().int(),
    isEncrypted: z.boolean().describe('Whether new backups are encrypted, because BACKUP_PASSPHRASE is set.'),
    archivesWal: z.boolean().describe('Whether the log of the database is archived: BACKUP_WAL=on.'),
    docs: z.array(Backup).describe('Newest first, at most 50.'),
    total: z.number().int(),
  })
  .meta({ id: 'BackupList' })
export type BackupList = z.infer<typeof BackupList>

const age = z.number().describe('Seconds; 0 if nothing waits.')
const counted = z.number().int().describe('Counted up to 10,000.')

/** The state of the whole installation, not of one company. */
export const Installation = z
  .object({
    versions: z.object({
      product: z.string(),
      node: z.string(),
      postgres: z.string(),
      isEmbedded: z.boolean().describe('Whether the database is the embedded one.'),
      schema: z.string().describe('The last migration.'),
      servers: z.array(z.object({ version: z.string(), count: z.number().int() })).describe('All running servers.'),
    }),
    storage: z.object({
      folders: z.array(Folder),
      databaseBytes: bytes,
      fileBytes: bytes.describe('The stored files of all companies.'),
      bucket: z.string().nullable().describe('The address of the object storage, or null if files are on the disk.'),
    }),
    jobs: z.object({ waiting: counted, running: counted, failing: counted, oldestAge: age }),
    mail: z.object({
      waiting: counted,
      refused: counted.describe('Refused by the mail server for good.'),
      oldestAge: age,
      received: counted.describe('Received and not filed yet.'),
      mailboxAge: z.number().nullable().describe('Seconds since the mailbox was last checked; null without one.'),
    }),
    lastTasks: z.array(OperatorTask).describe('The newest task of each kind, newest first; one may be running.'),
  })
  .meta({ id: 'Installation' })
export type Installation = z.infer<typeof Installation>

/** A received email that names no company, so that only operators see it. */
export const UnownedMail = z
  .object({
    _id: z.uuid(),
    receivedAt: z.iso.datetime(),
    recipients: z.array(z.string()).describe('Of the envelope; for an email in a mailbox, our address that it names.'),
    address: z.string().describe('The address of the sender, or empty.'),
    name: z.string(),
    subject: z.string(),
    excerpt: z.string(),
    reason: z.string().nullable().describe('Why it was not filed.'),
  })
  .meta({ id: 'UnownedMail' })
export type UnownedMail = z.infer<typeof UnownedMail>

export const UnownedMails = z
  .object({
    docs: z.array(UnownedMail),
    totalDocs: z.number().int(),
    keptDays: z.number().int().describe('After so many days, an email that nobody has placed is deleted.'),
  })
  .meta({ id: 'UnownedMails' })
export type UnownedMails = z.infer<typeof UnownedMails>

export const OfUnownedMail = z.object({ id: z.guid() })
export const PlaceUnownedMail = z.object({
  company: slug.describe('The part of the company’s address between `+` and `@`.'),
})
export type PlaceUnownedMail = z.infer<typeof PlaceUnownedMail>

export const adviceLevels = ['warning', 'problem'] as const

/** The findings of `npm run doctor`, the most important first. */
export const Advice = z
  .object({
    checkedAt: z.iso.datetime(),
    problems: z.number().int(),
    warnings: z.number().int(),
    command: z.string().describe('What an operator runs on the server to see all findings.'),
    next: z
      .array(
        z.object({
          subject: z.string(),
          level: z.enum(adviceLevels),
          fact: z.string().describe('What is the case.'),
          next: z.string().describe('What to do.'),
        }),
      )
      .max(3)
      .describe('The three most important things to do next.'),
  })
  .meta({ id: 'Advice' })
export type Advice = z.infer<typeof Advice>

export const DownloadLink = z
  .object({ url: z.string().describe('Works for one minute. It delivers a `.tar` file that `restore` accepts.') })
  .meta({ id: 'DownloadLink' })
export type DownloadLink = z.infer<typeof DownloadLink>
