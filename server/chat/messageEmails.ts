import type { LeftOut, MessageEmail } from '#contract/chat.ts'
import type { Queryable, Tx } from '#server/database/database.ts'
import type { FileUrls } from '#server/documents/fileUrls.ts'
import { mayReadAddresses } from '#server/enquiries/search/hiddenAddresses.ts'
import type { Actor, InCompany } from '#server/http/actor.ts'
import type { MessageRow } from './chatStore.ts'

/** The part of a message that only one that came by mail has. `sha256` is the hash of the mail as it was received. */
export type MessageEmailRow = {
  address: string
  sentFrom: string | null
  isVerified: boolean
  isAutomatic: boolean
  collapsed: [number, number][]
  leftOut: LeftOut[]
  sha256: string
}

/** Joins a MessageEmailRow, or null, as `mail.email` to the message `m`. */
export function joinEmail(db: Queryable) {
  return db`
    left join lateral (
      select jsonb_build_object('address', w.address, 'sentFrom', w.sent_from, 'isVerified', w.is_verified,
        'isAutomatic', w.is_automatic, 'collapsed', w.collapsed, 'leftOut', w.left_out, 'sha256', w.sha256) as email
      from message_email w
      where w.company_id = m.company_id and w.enquiry_id = m.enquiry_id and w.seq = m.seq and m.side = 'customer'
    ) mail on true`
}

export function toMessageEmail(
  { sha256, address, sentFrom, ...email }: MessageEmailRow,
  actor: Actor,
  urls: FileUrls,
): MessageEmail {
  if (!mayReadAddresses(actor)) return { ...email, address: null, originalUrl: null }
  return { ...email, address, ...(sentFrom && { sentFrom }), originalUrl: urls.download(sha256, 'email.eml') }
}

export async function insertMessageEmail(
  tx: Tx,
  { companyId }: InCompany,
  { enquiryId, seq }: Pick<MessageRow, 'enquiryId' | 'seq'>,
  { collapsed, leftOut, ...email }: MessageEmailRow,
) {
  await tx`
    insert into message_email ${tx({
      ...email,
      companyId,
      enquiryId,
      seq,
      collapsed: tx.json(collapsed),
      leftOut: tx.json(leftOut),
    })}`
}
