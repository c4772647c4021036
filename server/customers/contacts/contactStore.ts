import type { Contact } from '#contract/customers/contacts.ts'
import type { Language } from '#contract/customers/languages.ts'
import type { Db, Queryable, Tx } from '#server/database/database.ts'
import { contactWords } from '#server/enquiries/requesters.ts'
import type { Actor } from '#server/http/actor.ts'

export type ContactRow = {
  companyId: string
  id: string
  name: string
  email: string
  language: Language
  firstSeenAt: Date
  lastSeenAt: Date
  confirmedAt: Date | null
  blockedAt: Date | null
  undeliverableAt: Date | null
  mergedInto: string | null
}

export function toContact(row: ContactRow): Contact {
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    language: row.language,
    firstSeen: row.firstSeenAt.toISOString(),
    lastSeen: row.lastSeenAt.toISOString(),
    isConfirmed: row.confirmedAt !== null,
    isBlocked: row.blockedAt !== null,
    isUndeliverable: row.undeliverableAt !== null,
  }
}

const contactColumns = (db: Queryable) => db`
  c.company_id, c.id, c.name, c.email, c.language, c.first_seen_at, c.last_seen_at, c.confirmed_at, c.blocked_at,
  c.undeliverable_at, c.merged_into`

type InCompany = Pick<Actor, 'companyId'>

/** Selects the contact that each contact `m` is shown as. */
const selectShown = (db: Queryable) => db`
  select ${contactColumns(db)} from contact m
  join contact c on c.company_id = m.company_id and c.id = coalesce(m.merged_into, m.id)`

/** The contact with this id or, if it was merged, the one that it is shown as. */
export async function findContact(db: Queryable, { companyId }: InCompany, id: string) {
  const [row] = await db<ContactRow[]>`${selectShown(db)} where m.company_id = ${companyId} and m.id = ${id}`
  return row
}

/** The contact that enquiries from an address belong to. */
export async function findContactByEmail(db: Queryable, { companyId }: InCompany, email: string) {
  const [row] = await db<ContactRow[]>`${selectShown(db)} where m.company_id = ${companyId} and m.email = ${email}`
  return row
}

/** Contacts in the order of the ids, as they are stored. */
export async function listContacts(db: Queryable, { companyId }: InCompany, ids: string[]) {
  return db<ContactRow[]>`
    select ${contactColumns(db)} from unnest(${ids}::uuid[]) with ordinality as wanted(id, place)
    join contact c on c.company_id = ${companyId} and c.id = wanted.id order by wanted.place`
}

/** The contacts that were merged into this one. */
export function listMerged(db: Db, { companyId }: InCompany, id: string) {
  return db<Pick<ContactRow, 'id' | 'name' | 'email'>[]>`
    select id, name, email from contact where company_id = ${companyId} and merged_into = ${id} order by email`
}

/** Locks contacts that are not merged, in the order of their ids. */
export async function lockContacts(tx: Tx, { companyId }: InCompany, ids: string[]) {
  const rows = await tx<ContactRow[]>`
    select ${contactColumns(tx)} from contact c
    where c.company_id = ${companyId} and c.id = any(${ids}::uuid[]) and c.merged_into is null
    order by c.id for no key update`
  return new Map(rows.map((row) => [row.id, row]))
}

export type ContactChanges = Partial<
  Pick<ContactRow, 'name' | 'email' | 'language' | 'confirmedAt' | 'blockedAt' | 'undeliverableAt'>
>

export async function changeContactRow(tx: Tx, before: ContactRow, changes: ContactChanges) {
  const { companyId, id } = before
  const words = contactWords(companyId, { ...before, ...changes })
  await tx`
    update contact set ${tx(changes)}, words = ${words}::text::tsvector where company_id = ${companyId} and id = ${id}`
}

/** Shows one contact, and those that were merged into it, as another, which keeps its own name and address. */
export async function mergeRows(tx: Tx, { companyId }: InCompany, merged: ContactRow, into: ContactRow) {
  await tx`
    update contact set merged_into = ${into.id}
    where company_id = ${companyId} and (id = ${merged.id} or merged_into = ${merged.id})`
  await tx`
    update contact set first_seen_at = least(first_seen_at, ${merged.firstSeenAt}),
      last_seen_at = greatest(last_seen_at, ${merged.lastSeenAt}), rating_asked_at = greatest(rating_asked_at, (
        select m.rating_asked_at from contact m where m.company_id = ${companyId} and m.id = ${merged.id}))
    where company_id = ${companyId} and id = ${into.id}`
}

/** The ids of a contact and of those that were merged into it. */
export async function idsOf(db: Queryable, { companyId }: InCompany, id: string) {
  const rows = await db<{ id: string }[]>`
    select id from contact where company_id = ${companyId} and (id = ${id} or merged_into = ${id})`
  return rows.map((row) => row.id)
}
