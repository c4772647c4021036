import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { LeftOut } from '#contract/chat.ts'
import type { Config } from '#server/config.ts'
import type { Recipients } from '#server/customers/mails/recipients.ts'
import type { Db } from '#server/database/database.ts'
import { bytesOf, hasRoom } from '#server/documents/quota.ts'
import { checkSentFiles, type SentFile } from '#server/documents/sentFiles.ts'
import { withFiles } from '#server/documents/storeUploads.ts'
import { HttpError } from '#server/http/errors.ts'
import type { MailParser } from '#server/mail/parsing/mailParser.ts'
import type { ParsedFile, ParsedMail } from '#server/mail/parsing/parsedMail.ts'
import type { Storage } from '#server/storage/storage.ts'
import { findWriter, type Written } from './writer/writer.ts'

export interface ReadServices {
  db: Db
  storage: Storage
  parser: MailParser
  quota: number
  config: Pick<Config, 'mailFrom'>
  recipients: Recipients | undefined
}

/** The parser could not read a mail. */
export class UnreadableMail extends Error {}

/** The files of a message, which are stored already. */
export type CheckedFiles = { files: SentFile[]; leftOut: LeftOut[] }

export type ReceivedMail = ParsedMail & Written

/** A mail as it was read, with a function that checks its files for a company. */
export type ReadMail = {
  parsed: ReceivedMail
  checkFiles: (companyId: string) => Promise<CheckedFiles>
}

/** Reads a stored mail, and passes it to `use`. Its files exist only meanwhile. Throws UnreadableMail if it cannot be read. */
export async function readMail<T>(
  services: ReadServices,
  sha256: string,
  use: (mail: ReadMail) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'enquiry-desk-mail-'))
  try {
    const raw = join(folder, 'raw')
    const stored = await services.storage.open(sha256)
    if (!stored) throw new UnreadableMail('The bytes of the mail are missing')
    await pipeline(stored.stream, createWriteStream(raw))
    const parsed = await services.parser.parse(raw, folder).catch((error: Error) => {
      throw new UnreadableMail(error.message, { cause: error })
    })
    return await use({
      parsed: { ...parsed, ...findWriter(services, parsed), collapsed: collapsedIn(services, parsed) },
      checkFiles: (companyId) => checkFiles(services, companyId, parsed),
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** In a mail that answers none, nothing repeats another: what looks like a quote is what its writer wants to say. */
function collapsedIn({ recipients }: ReadServices, mail: ParsedMail) {
  const isAnswer = mail.inReplyTo.length > 0 || mail.references.length > 0
  const hasToken = mail.recipients.some((recipient) => recipients?.read(recipient)?.kind === 'mail')
  return isAnswer || hasToken ? mail.collapsed : []
}

/** Stores the files that a message may have, and names the others. */
async function checkFiles(services: ReadServices, companyId: string, parsed: ParsedMail): Promise<CheckedFiles> {
  const files: SentFile[] = []
  const leftOut: LeftOut[] = [...parsed.leftOut]
  for (const file of parsed.files) {
    const reason = await checkFile(services, companyId, file, files)
    if (reason) leftOut.push({ name: file.name, reason })
  }
  return { files, leftOut }
}

/** Stores a file and adds it to `files`, or returns why the message may not have it. */
async function checkFile(
  { db, storage, quota }: ReadServices,
  companyId: string,
  { path, name }: ParsedFile,
  files: SentFile[],
) {
  const draft = await storage.receive(createReadStream(path))
  try {
    return await withFiles(
      checkSentFiles(storage, [{ name, draft }], { owners: [`mail to ${companyId}`] }),
      async (checked) => {
        const all = [...files, ...checked.files]
        if (!(await hasRoom(db, { companyId }, quota, bytesOf(all)))) return 'room' as const
        await checked.keep()
        return void files.push(...checked.files)
      },
    )
  } catch (error) {
    if (!(error instanceof HttpError) || error.status >= 500) throw error
    return error.status === 413 ? 'room' : 'kind'
  }
}
