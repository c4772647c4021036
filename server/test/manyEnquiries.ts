import type { User } from '#contract/accounts.ts'
import { countMoves } from '#server/enquiries/list/landmarkUpkeep.ts'
import { companyTag } from '#server/enquiries/list/stretches.ts'
import type { TestApp } from './testApp.ts'

/** Inserts `count` enquiries, oldest first, with totals and landmarks, into a company that has none. */
export async function fillList({ db }: TestApp, { _id: userId, company }: User, count: number) {
  const companyId = company._id
  await db`
    insert into enquiry (company_id, id, enquiry_no, enquiry_type, summery, description, comments, status, created_by,
      created_at, updated_at, document_count, awaits_answer, last_message_seq)
    select ${companyId}, gen_random_uuid(), n, 'Type ' || n % 9, md5(n::text), repeat('text ', 50), '',
      case when n % 7 = 0 then 'open' when n % 40 = 1 then 'onHold' else 'closed' end, ${userId},
      now() - make_interval(mins => ${count} - n), now() - make_interval(mins => n * 7919 % (${count} - n + 1)),
      (n % 6 = 0)::int, n % 2 = 0, 1
    from generate_series(1, ${count}::int) n`
  await db`
    insert into enquiry_stretch_count select company_id, enquiry_no / 1024, status, count(*) from enquiry
    where company_id = ${companyId} group by 1, 2, 3`
  await db`
    insert into enquiry_count select company_id, status, sum(count) from enquiry_stretch_count
    where company_id = ${companyId} group by 1, 2`
  await db`update company set last_enquiry_no = ${count} where id = ${companyId}`
  await countMoves(db)
}

/**
 * Like `fillList`, with documents, a message each, and search words: `frequent` in all, `n<number>` in one, and
 * `rare<number / 400>` in 400 of them.
 */
export async function fillCompany(app: TestApp, user: User, count: number) {
  const { db } = app
  const companyId = user.company._id
  await fillList(app, user, count)
  await db`insert into file (company_id, sha256, size) values (${companyId}, repeat('0', 64), 1)`
  await db`
    insert into document
    select company_id, gen_random_uuid(), id, 0, 'a.png', 'image/png', 1, 1, 1, repeat('0', 64) from enquiry
    where company_id = ${companyId} and document_count > 0`
  await db`
    insert into message (company_id, enquiry_id, seq, id, client_id, side, sender_id, message)
    select company_id, id, 1, gen_random_uuid(), 'x', 'host', created_by, 'text' from enquiry
    where company_id = ${companyId}`
  await db`
    insert into enquiry_words
    select company_id, enquiry_no, 0, array_to_tsvector(array(
      select ${companyTag(companyId)}::text || lpad(to_hex(enquiry_no / 8192), 6, '0') || word
      from unnest(array['frequent', 'n' || enquiry_no, 'rare' || enquiry_no / 400]) word))
    from enquiry where company_id = ${companyId}`
  await db`vacuum analyze`
}
