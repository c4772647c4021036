import { findForm, findOnlyForm } from '#server/customers/form/customerForm.ts'
import type { Recipients } from '#server/customers/mails/recipients.ts'
import type { Db } from '#server/database/database.ts'
import { readHead } from '#server/storage/readHead.ts'
import type { Storage } from '#server/storage/storage.ts'
import type { Described, IncomingRow } from './incomingStore.ts'

/** Enough for the headers of nearly every mail. */
const headBytes = 64 * 1024
/** Bounded, because the bytes may be anything. */
const anAddress = /[\w.+-]{1,64}@[\w.-]{1,255}/

interface Services {
  db: Db
  storage: Storage
  recipients: Recipients
}

/** Describes a mail that cannot be read by a simple look at its first bytes, so that its company sees it. */
export async function describeUnread({ db, storage, recipients }: Services, row: IncomingRow): Promise<Described> {
  const head = (await readHead(storage, row.sha256, headBytes)).toString('latin1').replaceAll('\0', ' ')
  const addresses = [...row.recipients, ...(head.match(new RegExp(anAddress, 'g')) ?? [])]
  const slugs = addresses.map((address) => recipients.read(address)).filter((named) => named?.kind === 'company')
  const form = (await firstForm(db, new Set(slugs.map(({ slug }) => slug)))) ?? (await findOnlyForm(db))
  return {
    companyId: form?.companyId ?? null,
    messageId: null,
    address: anAddress.exec(/^from:[^\n]{0,1000}/im.exec(head)?.[0] ?? '')?.[0].toLowerCase() ?? '',
    name: '',
    subject: /^subject:[ \t]*([^\r\n]{0,300})/im.exec(head)?.[1]?.trim() ?? '',
    excerpt: '',
    contentKey: null,
  }
}

async function firstForm(db: Db, slugs: Set<string>) {
  for (const slug of slugs) {
    const form = await findForm(db, slug)
    if (form) return form
  }
  return undefined
}
