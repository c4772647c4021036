import type { FastifyInstance } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#server/database/database.ts'
import type { Query } from '#server/database/sql.ts'
import { indexedWords } from '#server/enquiries/search/words.ts'
import { announce } from '#server/events/eventStore.ts'

type By = { companyId: string; userId: string }
export type BareMessage = By & { enquiry: string; enquiryNo: number; message: string; key: string }
export type BareEnquiry = By & { enquiryType: string; summery: string; description: string; key: string }
export type BareStatus = By & { enquiry: string; enquiryStatus: string; key: string }

/**
 * The baseline for writes: bare routes that store the main rows of a write in one transaction, with one round trip, and lock the
 * company's event number with the commit, as the product does. They check nothing: no session, role, schema or earlier request with the
 * key. They store no seen marks of a message, no notifications, no response and no changed values, and they return nothing.
 */
export function writeRoutes(app: FastifyInstance, db: Db) {
  app.post('/message', ({ body }) => storeMessage(db, body as BareMessage))
  app.post('/enquiry', ({ body }) => storeEnquiry(db, body as BareEnquiry))
  app.patch('/enquiry', ({ body }) => storeStatus(db, body as BareStatus))
}

async function storeMessage(db: Db, { companyId, userId, enquiry, enquiryNo, message, key }: BareMessage) {
  const id = uuidv7()
  const words = indexedWords(companyId, enquiryNo, message)
  const rows = db`
    with moved as (
      update enquiry set last_message_seq = last_message_seq + 1, awaits_answer = true,
        waiting_since = coalesce(waiting_since, clock_timestamp()), updated_at = now()
      where company_id = ${companyId} and id = ${enquiry} returning enquiry_no, last_message_seq as seq
    ), indexed as (
      insert into enquiry_words (company_id, enquiry_no, seq, words)
      select ${companyId}::uuid, enquiry_no, seq, ${words}::text::tsvector from moved
    ), keyed as (${keepKey(db, { companyId, userId, key }, { message })})
    insert into message (company_id, enquiry_id, seq, id, client_id, side, sender_id, message)
    select ${companyId}::uuid, ${enquiry}::uuid, seq, ${id}::uuid, ${key}::text, 'customer', ${userId}::uuid, ${message}::text
    from moved`
  return store(db, { companyId, userId }, rows, { subject: 'thread', id: enquiry })
}

async function storeEnquiry(db: Db, { companyId, userId, key, ...texts }: BareEnquiry) {
  const id = uuidv7()
  const { enquiryType, summery, description } = texts
  const rows = db`
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
    ), followed as (
      insert into seen (company_id, user_id, enquiry_id, follows) values (${companyId}, ${userId}, ${id}, true)
    ), keyed as (${keepKey(db, { companyId, userId, key }, texts)}),
    recorded as (${recordActivity(db, { companyId, userId }, id, 'created')})
    select count_enquiries(${companyId}, array[no / 1024]::int[], array['open'], array[1]) from taken`
  return store(db, { companyId, userId }, rows, { subject: 'enquiry', id })
}

async function storeStatus(db: Db, { companyId, userId, enquiry, enquiryStatus, key }: BareStatus) {
  const rows = db`
    with before as materialized (
      select enquiry_no, status, assignee_id from enquiry where company_id = ${companyId} and id = ${enquiry} for no key update
    ), changed as (
      update enquiry set status = ${enquiryStatus}, version = version + 1, updated_at = now()
      where company_id = ${companyId} and id = ${enquiry}
    ), of_assignee as (
      insert into assignee_count as c (company_id, assignee_id, status, count)
      select ${companyId}::uuid, before.assignee_id, one.status, one.count
      from before, lateral (values (before.status, 0), (${enquiryStatus}::text, 1)) one(status, count)
      where before.assignee_id is not null and before.status <> ${enquiryStatus} order by one.status
      on conflict (company_id, assignee_id, status)
        do update set count = c.count + case when c.status = ${enquiryStatus} then 1 else -1 end
    ), keyed as (${keepKey(db, { companyId, userId, key }, { enquiryStatus })}),
    recorded as (${recordActivity(db, { companyId, userId }, enquiry, 'changed')})
    select count_enquiries(${companyId}, array[enquiry_no / 1024, enquiry_no / 1024]::int[],
      array[status, ${enquiryStatus}::text], array[-1, 1]) from before`
  return store(db, { companyId, userId }, rows, { subject: 'enquiry', id: enquiry })
}

async function store(db: Db, by: By, rows: Query<unknown>, event: { subject: 'thread' | 'enquiry'; id: string }) {
  await db.begin(async (tx) => {
    tx.send(tx`${rows}`)
    announce(tx, by, event)
  })
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
