import type { FastifyInstance } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#server/database/database.ts'
import { indexedWords } from '#server/enquiries/search/words.ts'

type By = { companyId: string; userId: string }
export type BareMessage = By & { enquiry: string; enquiryNo: number; message: string; key: string }
export type BareEnquiry = By & { enquiryType: string; summery: string; description: string; key: string }
export type BareStatus = By & { enquiry: string; enquiryStatus: string; key: string }

/**
 * The baseline for writes: bare routes that store the same rows as the product in one statement, so with one round trip, in one
 * transaction. They check nothing: no session, role, schema or earlier request with the key; they notify nobody, write no log and
 * return nothing. A write of the product cannot be faster than these without storing less.
 */
export function writeRoutes(app: FastifyInstance, db: Db) {
  app.post('/message', ({ body }) => storeMessage(db, body as BareMessage))
  app.post('/enquiry', ({ body }) => storeEnquiry(db, body as BareEnquiry))
  app.patch('/enquiry', ({ body }) => storeStatus(db, body as BareStatus))
}

async function storeMessage(db: Db, { companyId, userId, enquiry, enquiryNo, message, key }: BareMessage) {
  const id = uuidv7()
  await db`
    with moved as (
      update enquiry set last_message_seq = last_message_seq + 1, awaits_answer = true,
        waiting_since = coalesce(waiting_since, clock_timestamp()), updated_at = now()
      where company_id = ${companyId} and id = ${enquiry} returning enquiry_no, last_message_seq as seq
    ), indexed as (
      insert into enquiry_words (company_id, enquiry_no, seq, words)
      select ${companyId}::uuid, enquiry_no, seq, ${indexedWords(companyId, enquiryNo, message)}::text::tsvector from moved
    ), sent as (
      insert into message (company_id, enquiry_id, seq, id, client_id, side, sender_id, message)
      select ${companyId}::uuid, ${enquiry}::uuid, seq, ${id}::uuid, ${key}::text, 'customer', ${userId}::uuid, ${message}::text from moved
    ), keyed as (${keepKey(db, { companyId, userId, key }, { message })}), ${counted(db, companyId)}
    ${insertEvent(db, { companyId, userId }, 'thread', enquiry)}`
  return {}
}

async function storeEnquiry(db: Db, { companyId, userId, key, ...texts }: BareEnquiry) {
  const id = uuidv7()
  const { enquiryType, summery, description } = texts
  await db`
    with taken as (
      update company set last_enquiry_no = last_enquiry_no + 1 where id = ${companyId} returning last_enquiry_no as no
    ), typed as (
      insert into enquiry_type as t (company_id, name) values (${companyId}, ${enquiryType})
      on conflict (company_id, name) do update set used = t.used + 1
    ), raised as (
      insert into enquiry (company_id, id, enquiry_no, enquiry_type, summery, description, comments, status, created_by)
      select ${companyId}::uuid, ${id}::uuid, no, ${enquiryType}::text, ${summery}::text, ${description}::text, '', 'open', ${userId}::uuid
      from taken
    ), indexed as (
      insert into enquiry_words (company_id, enquiry_no, seq, words)
      select ${companyId}::uuid, no, 0, ${indexedWords(companyId, 0, `${summery}\n${description}`)}::text::tsvector from taken
    ), seen as (
      insert into seen (company_id, user_id, enquiry_id, follows) values (${companyId}, ${userId}, ${id}, true)
    ), totals as materialized (
      select count_enquiries(${companyId}, array[no / 1024]::int[], array['open'], array[1]) from taken
    ), recorded as (${recordActivity(db, { companyId, userId }, id, 'created')}),
    keyed as (${keepKey(db, { companyId, userId, key }, texts)}), ${counted(db, companyId)}
    ${insertEvent(db, { companyId, userId }, 'enquiry', id)}, totals`
  return {}
}

async function storeStatus(db: Db, { companyId, userId, enquiry, enquiryStatus, key }: BareStatus) {
  await db`
    with before as materialized (
      select enquiry_no, status, assignee_id from enquiry where company_id = ${companyId} and id = ${enquiry} for no key update
    ), changed as (
      update enquiry set status = ${enquiryStatus}, version = version + 1, updated_at = now()
      where company_id = ${companyId} and id = ${enquiry}
    ), totals as materialized (
      select count_enquiries(${companyId}, array[enquiry_no / 1024, enquiry_no / 1024]::int[],
        array[status, ${enquiryStatus}::text], array[-1, 1]) from before
    ), of_assignee as (
      insert into assignee_count as c (company_id, assignee_id, status, count)
      select ${companyId}::uuid, before.assignee_id, one.status, one.count
      from before, lateral (values (before.status, 0), (${enquiryStatus}::text, 1)) one(status, count)
      where before.assignee_id is not null and before.status <> ${enquiryStatus} order by one.status
      on conflict (company_id, assignee_id, status)
        do update set count = c.count + case when c.status = ${enquiryStatus} then 1 else -1 end
    ), recorded as (${recordActivity(db, { companyId, userId }, enquiry, 'changed')}),
    keyed as (${keepKey(db, { companyId, userId, key }, { enquiryStatus })}), ${counted(db, companyId)}
    ${insertEvent(db, { companyId, userId }, 'enquiry', enquiry)}, totals`
  return {}
}

function keepKey(db: Db, { companyId, userId, key }: By & { key: string }, answer: object) {
  return db`
    insert into idempotency (company_id, user_id, key, fingerprint, answer)
    values (${companyId}, ${userId}, ${key}, ${Buffer.alloc(32)}, ${db.json(answer)})`
}

function recordActivity(db: Db, { companyId, userId }: By, enquiry: string, action: string) {
  return db`
    insert into activity (company_id, id, actor_id, subject, subject_id, action, changes)
    values (${companyId}, ${uuidv7()}, ${userId}, 'enquiry', ${enquiry}, ${action}, '{}')`
}

function counted(db: Db, companyId: string) {
  return db`
    counted as (
      insert into event_counter as c (company_id, last_no) values (${companyId}, 1)
      on conflict (company_id) do update set last_no = c.last_no + 1 returning last_no
    )`
}

function insertEvent(db: Db, { companyId, userId }: By, subject: string, id: string) {
  return db`
    insert into event (company_id, no, subject, subject_id, actor_id, created_at)
    select ${companyId}::uuid, last_no, ${subject}::text, ${id}::uuid, ${userId}::uuid, clock_timestamp() from counted`
}
