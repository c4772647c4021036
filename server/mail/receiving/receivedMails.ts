import { v7 as uuidv7 } from 'uuid'
import { limits } from '#contract/limits.ts'
import type { Db, Queryable } from '#server/database/database.ts'
import type { Draft, Storage } from '#server/storage/storage.ts'
import { advanceMailbox, type Reader } from './mailboxStore.ts'

/** Mails of a mailbox are fetched in pieces of this size, so that none is in memory as a whole. */
export const pieceBytes = 256 * 1024

export class MailTooLarge extends Error {}

/** The bytes of a mail in the storage. */
export type KeptMail = Pick<Draft, 'sha256' | 'size'>

/** Stores the bytes of a mail, and resolves once that is durable. Throws MailTooLarge. */
export async function keepMail(storage: Storage, content: AsyncIterable<Uint8Array>): Promise<KeptMail> {
  const draft = await storage.receive(upToLimit(content))
  try {
    await storage.keep(draft)
  } finally {
    await storage.discard(draft)
  }
  return draft
}

async function* upToLimit(content: AsyncIterable<Uint8Array>) {
  let size = 0
  for await (const chunk of content) {
    size += chunk.length
    if (size > limits.incoming.bytes) throw new MailTooLarge('The mail is too large')
    yield chunk
  }
}

/** Smaller mails have more room, so that a flood of large ones keeps out nobody's words. */
const largeMailBytes = 100 * 1024

/** The most bytes that mails of one owner may take up while they wait or are held, for another mail of this size. */
export function roomFor(size: number) {
  return (size < largeMailBytes ? 1000 : 200) * 1024 * 1024
}

/** The stored bytes of a row of `incoming_mail`: of a mail above the limit, only the beginning is stored. */
export const storedBytes = (db: Queryable) => db`
  case when size > ${limits.incoming.bytes}::int then ${pieceBytes}::int else size end`

/**
 * Whether a mail of this size may wait beside those to the same address, or beside those that wait for longer than half
 * an hour.
 */
export async function hasRoomToWait(db: Db, address: string, size: number, besides: 'all' | 'postponed' = 'all') {
  const [waiting] = await db<{ bytes: number }[]>`
    select coalesce(sum(${storedBytes(db)}), 0)::float8 as bytes from incoming_mail
    where state = 'received' and recipients && array[${address}]
      ${besides === 'all' ? db`` : db`and next_attempt_at > clock_timestamp() + interval '30 minutes'`}`
  return waiting!.bytes <= roomFor(size)
}

/** Adds a mail that a mail server delivers: once for each recipient, because each may belong to another company. */
export async function addDelivered(db: Db, { sha256, size }: KeptMail, recipients: string[]) {
  await db`
    insert into incoming_mail (id, recipients, sha256, size, is_in_inbox)
    select gen_random_uuid(), array[recipient], ${sha256}, ${size}::int, false
    from unnest(${recipients}::text[]) recipient`
}

type MailInMailbox = KeptMail & { owner: string }

/**
 * Adds a mail of a mailbox, and records that the mailbox has been read up to it. Does nothing for a known mail. Throws
 * LeaseLost. A mail that is larger than the limit has a `size` above it; only its beginning is stored, and it stays in
 * the mailbox.
 */
export async function addFromMailbox(db: Db, reader: Reader, uid: number, { sha256, size, owner }: MailInMailbox) {
  const isBeginning = size > limits.incoming.bytes
  await db.begin(async (tx) => {
    const uidValidity = await advanceMailbox(tx, reader, uid)
    await tx`
      insert into incoming_mail (id, mailbox, uid_validity, uid, recipients, sha256, size, is_in_inbox, reason)
      values (${uuidv7()}, ${reader.mailbox}, ${uidValidity}, ${uid}, ${[owner]}, ${sha256}, ${size}, ${!isBeginning},
        ${isBeginning ? 'There was no room for the whole email. It is still in the mailbox' : null})
      on conflict (mailbox, uid_validity, uid) do nothing`
  })
}
