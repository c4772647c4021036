import type { EnquiryFilter, ListRequesters, PossibleRequester } from '#contract/enquiries.ts'
import { limits } from '#contract/limits.ts'
import type { Queryable } from '#server/database/database.ts'
import { companyTag } from '#server/enquiries/list/stretches.ts'
import { mayReadAddresses } from '#server/enquiries/search/hiddenAddresses.ts'
import { createFinder, searchWordsOf, wordsOf } from '#server/enquiries/search/words.ts'
import type { Actor } from '#server/http/actor.ts'

/** Users and contacts to filter by: all users, and the contacts that are searched for or, without a search, seen last. */
export async function listRequesters(db: Queryable, actor: Actor, { search, ids = [] }: ListRequesters) {
  const [users, found, named] = await Promise.all([
    listUsers(db, actor),
    findContacts(db, actor, search),
    db<PossibleRequester[]>`
      select distinct shown_id as _id, name, kind, email from participant_profile
      where company_id = ${actor.companyId} and id = any(${ids}::uuid[]) and kind = 'contact'`,
  ])
  const foundIds = new Set(found.map(({ _id }) => _id))
  const contacts = [...found, ...named.filter(({ _id }) => !foundIds.has(_id))]
  return [...users, ...(mayReadAddresses(actor) ? contacts : contacts.map((contact) => ({ ...contact, email: null })))]
}

function listUsers(db: Queryable, { companyId }: Actor) {
  return db<PossibleRequester[]>`
    select id as _id, name, kind, null as email from app_user
    where company_id = ${companyId} order by lower(name), id limit 1000`
}

/** Finding more than these takes too long, for a word that nearly all contacts have. */
const contactsRead = 1000

/** The first contacts whose name, or address if the actor sees it, contains all words, the ones seen last first. */
export async function findContacts(db: Queryable, actor: Actor, search: string) {
  const { companyId } = actor
  const words = searchWordsOf(search)
  if (search.trim() !== '' && words.length === 0) return []
  const query = words.map((word) => `${companyTag(companyId)}${word}:*`).join('&')
  const columns = db`id, name, kind, email, last_seen_at`
  const matching = db`
    select ${columns} from contact
    where words @@ ${query}::text::tsquery and company_id = ${companyId} and merged_into is null limit ${contactsRead}`
  const seenLast = db`
    select ${columns} from contact where company_id = ${companyId} and merged_into is null
    order by last_seen_at desc limit ${limits.contactsFound}`
  const isByName = words.length > 0 && !mayReadAddresses(actor)
  const found = await db<PossibleRequester[]>`
    select id as _id, name, kind, email from (${words.length > 0 ? matching : seenLast}) c
    order by last_seen_at desc, id limit ${isByName ? contactsRead : limits.contactsFound}`
  if (!isByName) return found
  const finders = words.map((word) => createFinder([word]))
  return found.filter(({ name }) => finders.every((find) => find(name).length > 0)).slice(0, limits.contactsFound)
}

/** The words of a contact as `findContacts` looks them up. */
export function contactWords(companyId: string, { name, email }: { name: string; email: string }) {
  const words = new Set(wordsOf(`${name} ${email}`).map(({ word }) => companyTag(companyId) + word))
  return [...words].join(' ')
}

/** The filter, with the merged contacts of each contact that it names: their enquiries are shown as that contact's. */
export async function withMergedContacts<F extends Pick<EnquiryFilter, 'raisedBy'>>(
  db: Queryable,
  { companyId }: Pick<Actor, 'companyId'>,
  filter: F,
): Promise<F> {
  if (!filter.raisedBy) return filter
  const merged = await db<{ id: string }[]>`
    select m.id from (
      select distinct coalesce(merged_into, id) as id from contact
      where company_id = ${companyId} and id = any(${filter.raisedBy}::uuid[])
    ) shown join contact m on m.company_id = ${companyId} and (m.id = shown.id or m.merged_into = shown.id)`
  if (merged.length === 0) return filter
  return { ...filter, raisedBy: [...new Set([...filter.raisedBy, ...merged.map(({ id }) => id)])] }
}
