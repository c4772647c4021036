import { v7 as uuidv7 } from 'uuid'
import type { CannedResponse, CreateCannedResponse, UpdateCannedResponse } from '#contract/cannedResponses.ts'
import { limits } from '#contract/limits.ts'
import { type Changes, changesBetween, record } from '#server/accounts/history.ts'
import type { Db, Tx } from '#server/database/database.ts'
import { violates } from '#server/database/databaseErrors.ts'
import { announce } from '#server/events/eventStore.ts'
import type { Actor } from '#server/http/actor.ts'
import { conflict, notFound } from '#server/http/errors.ts'

type CannedResponseRow = { id: string; name: string; answer: string }

function toCannedResponse({ id, name, answer }: CannedResponseRow): CannedResponse {
  return { _id: id, name, answer }
}

export async function listCannedResponses(db: Db, { companyId }: Actor) {
  const rows = await db<CannedResponseRow[]>`
    select id, name, answer from canned_answer where company_id = ${companyId} order by lower(name)`
  return rows.map(toCannedResponse)
}

/** Throws 409 if the name is taken or the company has reached its limit. */
export async function createCannedResponse(tx: Tx, actor: Actor, { name, answer }: CreateCannedResponse) {
  const { companyId } = actor
  const [kept] = await tx<{ count: number }[]>`
    select count(*)::int as count from canned_answer where company_id = ${companyId}`
  if (kept!.count >= limits.cannedResponses)
    throw conflict(`A company can have ${limits.cannedResponses} canned responses. Remove one`)
  const row = { id: uuidv7(), name, answer }
  const { count } = await tx`
    insert into canned_answer ${tx({ companyId, ...row })} on conflict (company_id, lower(name)) do nothing`
  if (count === 0) throw nameTaken(name)
  recordChange(
    tx,
    actor,
    'added canned response',
    changesBetween<CannedResponseRow>({ id: '', name: '', answer: '' }, row),
  )
  return toCannedResponse(row)
}

/** Throws 404 for another company's canned response, 409 if the name is taken. */
export async function updateCannedResponse(tx: Tx, actor: Actor, id: string, changes: UpdateCannedResponse) {
  const before = await lockCannedResponse(tx, actor, id)
  const after = { ...before, ...changes }
  const changed = changesBetween(before, after)
  if (Object.keys(changed).length === 0) return toCannedResponse(before)
  await tx`
    update canned_answer set ${tx(after, 'name', 'answer')} where company_id = ${actor.companyId} and id = ${id}
  `.catch((error: unknown) => {
    throw violates(error, 'canned_answer_name') ? nameTaken(after.name) : error
  })
  recordChange(tx, actor, 'changed canned response', { id: [null, id], ...changed })
  return toCannedResponse(after)
}

export async function deleteCannedResponse(tx: Tx, actor: Actor, id: string) {
  const { name, answer } = await lockCannedResponse(tx, actor, id)
  await tx`delete from canned_answer where company_id = ${actor.companyId} and id = ${id}`
  recordChange(tx, actor, 'removed canned response', {
    id: [id, null],
    name: [name, null],
    answer: [answer, null],
  })
}

async function lockCannedResponse(tx: Tx, { companyId }: Actor, id: string) {
  const [row] = await tx<CannedResponseRow[]>`
    select id, name, answer from canned_answer where company_id = ${companyId} and id = ${id} for update`
  if (!row) throw notFound('Canned response')
  return { id: row.id, name: row.name, answer: row.answer }
}

function nameTaken(name: string) {
  return conflict(`There is already a canned response “${name}”. Choose another name`, {
    name: 'name is taken by another canned response. Choose another',
  })
}

function recordChange(tx: Tx, actor: Actor, action: string, changes: Changes) {
  record(tx, actor, { subject: 'company', subjectId: actor.companyId }, action, changes)
  announce(tx, actor, { subject: 'answers', id: actor.companyId })
}
