import type { UnownedMail, UnownedMails } from '#contract/operator.ts'
import { findForm } from '#server/customers/form/customerForm.ts'
import type { Recipients } from '#server/customers/mails/recipients.ts'
import type { Db, Queryable, Tx } from '#server/database/database.ts'
import { conflict, notFound } from '#server/http/errors.ts'

/** Shown at once. The others follow as these are placed or deleted. */
const shown = 50
const keptDays = 30

const unowned = (db: Queryable) => db`company_id is null and state = 'held'`

/** The oldest received mails that name no company, which nobody else sees. */
export async function listUnownedMails(db: Db): Promise<UnownedMails> {
  const [rows, [total]] = await Promise.all([
    db<(Omit<UnownedMail, '_id' | 'receivedAt'> & { id: string; receivedAt: Date })[]>`
      select id, received_at, recipients, address, name, subject, excerpt, reason from incoming_mail
      where ${unowned(db)} order by received_at, id limit ${shown}`,
    db<{ count: number }[]>`select count(*)::int as count from incoming_mail where ${unowned(db)}`,
  ])
  const docs = rows.map(({ id, receivedAt, ...mail }) => ({ _id: id, receivedAt: receivedAt.toISOString(), ...mail }))
  return { docs, totalDocs: total!.count, keptDays }
}

/** Gives a mail to a company, which files it or holds it like one that names the company. Throws 404 and 409. */
export async function placeUnownedMail(tx: Tx, recipients: Recipients | undefined, id: string, slug: string) {
  if (!recipients) throw conflict('This server receives no email at the moment')
  if (!(await findForm(tx, slug))) throw conflict('No company has this address. See its settings for customers')
  const placed = await tx`
    update incoming_mail set recipients = array[${recipients.ofCompany(slug)}], state = 'received', held_for = null,
      reason = null, attempts = 0, next_attempt_at = clock_timestamp()
    where id = ${id} and ${unowned(tx)} returning id`
  if (placed.length === 0) throw notFound('Email')
}

/** Throws 404 if somebody else has placed or deleted it. */
export async function deleteUnownedMail(tx: Tx, id: string) {
  const deleted = await tx`
    update incoming_mail set state = 'dropped', held_for = null, reason = 'deleted by an operator'
    where id = ${id} and ${unowned(tx)} returning id`
  if (deleted.length === 0) throw notFound('Email')
}

/** Drops the mails that nobody has placed in time. Returns their number. */
export async function expireUnownedMails(db: Db) {
  const expired = await db`
    update incoming_mail set state = 'dropped', held_for = null, reason = 'no operator placed it'
    where ${unowned(db)} and received_at < now() - make_interval(days => ${keptDays}::int) returning id`
  return expired.length
}
