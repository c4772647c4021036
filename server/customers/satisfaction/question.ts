import { lockContacts } from '#server/customers/contacts/contactStore.ts'
import type { Queryable, Tx } from '#server/database/database.ts'

/** A contact is asked at most once in this time, however many of their enquiries are closed. */
const pauseDays = 14

/** `wantsMail`: the address is confirmed, and the customer has not stopped the mails about the enquiry. */
export type Asked = { enquiryId: string; wantsMail: boolean }

/**
 * Asks the customers of closed enquiries for a rating: once for each enquiry, and only after a reply. The transaction must
 * have locked the enquiries.
 */
export async function askForRatings(tx: Tx, companyId: string, enquiryIds: string[]) {
  const contacts = await tx<{ id: string }[]>`
    select distinct contact_id as id from ${askable(tx, companyId, enquiryIds)} askable`
  if (contacts.length === 0) return []
  const ids = contacts.map(({ id }) => id)
  await lockContacts(tx, { companyId }, ids)
  return tx<Asked[]>`
    with asked as (
      update customer_thread t set rating_asked_at = now()
      from (
        select distinct on (contact_id) contact_id, enquiry_id from ${askable(tx, companyId, enquiryIds)} askable
        order by contact_id, enquiry_no desc
      ) newest
      where t.company_id = ${companyId} and t.enquiry_id = newest.enquiry_id
      returning t.enquiry_id, newest.contact_id, t.confirmed_at is not null and t.mails_stopped_at is null as wants_mail
    )
    update contact c set rating_asked_at = now()
    from asked where c.company_id = ${companyId} and c.id = asked.contact_id
    returning asked.enquiry_id, asked.wants_mail`
}

/** Those of the enquiries whose customers may be asked now. */
function askable(db: Queryable, companyId: string, enquiryIds: string[]) {
  return db`(
    select e.id as enquiry_id, e.enquiry_no, c.id as contact_id from customer_thread t
    join enquiry e on e.company_id = t.company_id and e.id = t.enquiry_id
    ${joinContact(db)}
    where t.company_id = ${companyId} and t.enquiry_id = any(${enquiryIds}::uuid[]) and t.rating_asked_at is null
      and e.status = 'closed' and c.blocked_at is null
      and coalesce(c.rating_asked_at < now() - make_interval(days => ${pauseDays}::int), true)
      and exists (
        select 1 from message m where m.company_id = e.company_id and m.enquiry_id = e.id and m.side = 'host'))`
}

/**
 * Takes a question back, so that the next closing asks it. A contact who has been asked about another enquiry since, which
 * a merge makes possible, stays asked.
 */
export async function withdrawQuestion(tx: Tx, { companyId, enquiryId }: { companyId: string; enquiryId: string }) {
  await tx`
    with question as (
      select c.id as contact_id, t.rating_asked_at from customer_thread t
      join enquiry e on e.company_id = t.company_id and e.id = t.enquiry_id
      ${joinContact(tx)}
      where t.company_id = ${companyId} and t.enquiry_id = ${enquiryId}
    ), contacts as (
      update contact c set rating_asked_at = null from question q
      where c.company_id = ${companyId} and c.id = q.contact_id and c.rating_asked_at = q.rating_asked_at
    )
    update customer_thread set rating_asked_at = null
    where company_id = ${companyId} and enquiry_id = ${enquiryId}`
}

/** Joins the contact that the requester of the enquiry `e` is shown as, as `c`. */
export function joinContact(db: Queryable) {
  return db`
    join contact r on r.company_id = e.company_id and r.id = e.created_by
    join contact c on c.company_id = r.company_id and c.id = coalesce(r.merged_into, r.id)`
}
