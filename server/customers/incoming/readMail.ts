import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { LeftOut } from '#contract/chat.ts'
import type { Db } from '#server/database/database.ts'
import { requireRoomFor } from '#server/documents/quota.ts'
import { type SentFile, storeSentFiles } from '#server/documents/sentFiles.ts'
import { HttpError } from '#server/http/errors.ts'
import type { MailParser } from '#server/mail/parsing/mailParser.ts'
import type { ParsedFile, ParsedMail } from '#server/mail/parsing/parsedMail.ts'
import type { Storage } from '#server/storage/storage.ts'

export interface ReadServices {
  db: Db
  storage: Storage
  parser: MailParser
  quota: number
}

/** The parser could not read a mail. */
export class UnreadableMail extends Error {}

/** A mail as it was read, with a function that stores its files for a company. */
export type ReadMail = {
  parsed: ParsedMail
  storeFiles: (companyId: string) => Promise<{ files: SentFile[]; leftOut: LeftOut[] }>
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
    return await use({ parsed, storeFiles: (companyId) => storeFiles(services, companyId, parsed) })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Stores the files that a message may have, and names the others. */
async function storeFiles(services: ReadServices, companyId: string, parsed: ParsedMail) {
  const files: SentFile[] = []
  const leftOut: LeftOut[] = [...parsed.leftOut]
  for (const file of parsed.files) {
    const stored = await storeFile(services, companyId, file)
    if (typeof stored === 'string') leftOut.push({ name: file.name, reason: stored })
    else files.push(stored)
  }
  return { files, leftOut }
}

async function storeFile({ db, storage, quota }: ReadServices, companyId: string, { path, name }: ParsedFile) {
  const draft = await storage.receive(createReadStream(path))
  try {
    const [file] = await storeSentFiles(storage, [{ name, draft }], (stored) =>
      requireRoomFor(db, { companyId }, quota, 'files', stored),
    )
    return file!
  } catch (error) {
    if (error instanceof HttpError && error.status < 500) return error.status === 413 ? 'room' : 'kind'
    throw error
  }
}
