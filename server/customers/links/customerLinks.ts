import { v7 as uuidv7 } from 'uuid'
import { hashOf, type LinkSecrets } from '#server/accounts/secretTokens.ts'
import type { Queryable, Tx } from '#server/database/database.ts'

/** A link ends this many days after the last message. */
const validDays = 90

type Thread = { companyId: string; enquiryId: string }

/** Starts what only the enquiries of contacts have, and makes the first link to the customer's page. */
export async function openCustomerThread(tx: Tx, secrets: LinkSecrets, thread: Thread, confirmedAt: Date | null) {
  await tx`insert into customer_thread ${tx({ ...thread, confirmedAt })}`
  return (await addLink(tx, secrets, thread)).token
}

/** Makes a link and returns its id and its token. */
export async function addLink(tx: Tx, secrets: LinkSecrets, { companyId, enquiryId }: Thread) {
  const key = { companyId, id: uuidv7() }
  const token = secrets.customerToken('page', key)
  await tx`insert into customer_link ${tx({ ...key, enquiryId, tokenHash: hashOf(token) })}`
  return { id: key.id, token }
}

/** The token of a link, unless it has been revoked. */
export async function findToken(
  db: Queryable,
  secrets: LinkSecrets,
  { companyId, id }: { companyId: string; id: string },
) {
  const [link] = await db<LinkKey[]>`
    select company_id, id, token_hash from customer_link
    where company_id = ${companyId} and id = ${id} and revoked_at is null`
  return link && tokenOf(secrets, link)
}

/** The token of the newest link to the page of an enquiry, if it can still be used. */
export async function findNewestToken(db: Queryable, secrets: LinkSecrets, { companyId, enquiryId }: Thread) {
  const [link] = await db<LinkKey[]>`
    select company_id, id, token_hash from customer_link
    where company_id = ${companyId} and enquiry_id = ${enquiryId} and revoked_at is null
    order by created_at desc, id desc limit 1`
  return link && tokenOf(secrets, link)
}

/** The token of the link that was made with the page, unless that link has been revoked. */
export async function findFirstToken(db: Queryable, secrets: LinkSecrets, { companyId, enquiryId }: Thread) {
  const [link] = await db<(LinkKey & { revokedAt: Date | null })[]>`
    select company_id, id, token_hash, revoked_at from customer_link
    where company_id = ${companyId} and enquiry_id = ${enquiryId}
    order by created_at, id limit 1`
  return link?.revokedAt === null ? tokenOf(secrets, link) : undefined
}

type LinkKey = { companyId: string; id: string; tokenHash: Buffer }

function tokenOf(secrets: LinkSecrets, link: LinkKey) {
  const token = secrets.customerToken('page', link)
  // The secret may have changed since.
  return hashOf(token).equals(link.tokenHash) ? token : undefined
}

export type OpenedLink = Thread & { linkId: string; contactId: string; isExpired: boolean }

/** The enquiry and the contact of a link, or undefined for an unknown or a revoked one. */
export async function findLink(db: Queryable, token: string): Promise<OpenedLink | undefined> {
  const [link] = await db<OpenedLink[]>`
    select l.company_id, l.enquiry_id, l.id as link_id, e.created_by as contact_id,
      greatest(l.created_at, e.created_at, (
        select m.created_at from message m
        where m.company_id = e.company_id and m.enquiry_id = e.id and m.seq = e.last_message_seq
      )) < now() - make_interval(days => ${validDays}::int) as is_expired
    from customer_link l
    join enquiry e on e.company_id = l.company_id and e.id = l.enquiry_id
    where l.token_hash = ${hashOf(token)} and l.revoked_at is null`
  return link
}
