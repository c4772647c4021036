import { v7 as uuidv7 } from 'uuid'
import type { ChangeContact, MergeContacts } from '#contract/customers/contacts.ts'
import type { Language } from '#contract/customers/languages.ts'
import { changesBetween, record } from '#server/accounts/history.ts'
import type { Tx } from '#server/database/database.ts'
import { violates } from '#server/database/databaseErrors.ts'
import { contactWords } from '#server/enquiries/requesters.ts'
import { forgetWordsOf } from '#server/enquiries/search/wordStore.ts'
import { announce } from '#server/events/eventStore.ts'
import type { Actor } from '#server/http/actor.ts'
import { conflict, notFound } from '#server/http/errors.ts'
import { changeContactRow, type ContactRow, idsOf, lockContacts, mergeRows } from './contactStore.ts'

type Writer = { companyId: string; name: string; email: string; language: Language }

/**
 * The id of the contact that writes from an address, who is new or has now been seen again. A known contact keeps the name:
 * anyone could have typed another one.
 */
export async function takeContact(tx: Tx, writer: Writer, confirmedAt: Date | null) {
  const { companyId, name, email, language } = writer
  const [known] = await tx<{ id: string }[]>`
    update contact set last_seen_at = now(), confirmed_at = coalesce(confirmed_at, ${confirmedAt})
    where company_id = ${companyId} and email = ${email} returning id`
  if (known) return known.id
  const words = contactWords(companyId, writer)
  const [added] = await tx<{ id: string }[]>`
    insert into contact as c (company_id, id, name, email, language, confirmed_at, words)
    values (${companyId}, ${uuidv7()}, ${name}, ${email}, ${language}, ${confirmedAt}, ${words}::text::tsvector)
    on conflict (company_id, email) do update set confirmed_at = coalesce(c.confirmed_at, excluded.confirmed_at)
    returning id`
  return added!.id
}

/** Throws 404 for a missing contact, 409 if another contact has the address. */
export async function changeContact(tx: Tx, actor: Actor, id: string, input: ChangeContact) {
  const before = await lockContact(tx, actor, id)
  const changes = changesBetween(recorded(before), input)
  if (Object.keys(changes).length === 0) return
  const { isBlocked, ...texts } = input
  // The new address has to prove itself.
  const isCorrected = changes.email !== undefined
  await changeContactRow(tx, before, {
    ...texts,
    ...(changes.isBlocked && { blockedAt: isBlocked ? new Date() : null }),
    ...(isCorrected && { confirmedAt: null, undeliverableAt: null }),
  }).catch(refuseTaken)
  record(tx, actor, { subject: 'contact', subjectId: before.id }, 'changed', changes)
  if (changes.name || changes.email) await forgetWordsOf(tx, actor.companyId, await idsOf(tx, actor, before.id))
  announce(tx, actor, { subject: 'user', id: before.id })
}

function recorded({ name, email, language, blockedAt }: ContactRow) {
  return { name, email, language, isBlocked: blockedAt !== null }
}

function refuseTaken(error: unknown): never {
  if (!violates(error, 'contact_email')) throw error
  const message = 'Another contact has this address. Merge the two instead'
  throw conflict(message, { email: message })
}

async function lockContact(tx: Tx, actor: Actor, id: string) {
  const [contact] = (await lockContacts(tx, actor, [id])).values()
  if (!contact) throw notFound('Contact')
  return contact
}

/** Throws 404 unless both contacts exist and neither was merged already. */
export async function mergeContacts(tx: Tx, actor: Actor, input: MergeContacts) {
  const contacts = await lockContacts(tx, actor, [input.contact, input.into])
  const [merged, into] = [contacts.get(input.contact), contacts.get(input.into)]
  if (!merged || !into) throw notFound('Contact')
  await forgetWordsOf(tx, actor.companyId, await idsOf(tx, actor, merged.id))
  await mergeRows(tx, actor, merged, into)
  record(tx, actor, { subject: 'contact', subjectId: into.id }, 'merged', { merged: [null, shown(merged)] })
  record(tx, actor, { subject: 'contact', subjectId: merged.id }, 'merged', { into: [null, shown(into)] })
  for (const { id } of [merged, into]) announce(tx, actor, { subject: 'user', id })
}

function shown({ name, email }: ContactRow) {
  return `${name} <${email}>`
}
