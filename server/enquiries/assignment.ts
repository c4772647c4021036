import { abilityFor, type AppAbility, type Role } from '#contract/accounts.ts'
import type { UpdateEnquiry } from '#contract/enquiries.ts'
import type { Tx } from '#server/database/database.ts'
import { startFollowing, stopFollowing } from '#server/enquiries/seen/seen.ts'
import type { Actor } from '#server/http/actor.ts'
import { forbidden, invalid } from '#server/http/errors.ts'
import type { EnquiryRow } from './enquiryStore.ts'

/** 403 when the change says who answers, and the actor may not. */
export function requireMayAssign({ ability }: Actor, { assignee }: Pick<UpdateEnquiry, 'assignee'>) {
  if (assignee !== undefined && !ability.can('answer', 'enquiry')) {
    throw forbidden('Only an agent can say who answers an enquiry')
  }
}

/** 400 unless somebody of the company who may answer has that id; they stay so until the transaction ends. */
export async function requireAnswerer(tx: Tx, { companyId }: Actor, userId: string) {
  const answerers = await lockAnswerers(tx, companyId, [userId])
  if (answerers.size === 0) {
    throw invalid({ assignee: 'This person cannot answer enquiries. Choose an agent or an owner' })
  }
}

/** Those of these people who may answer; they stay so until the transaction ends. */
async function lockAnswerers(tx: Tx, companyId: string, userIds: string[]) {
  return answerersOf(await lockAbilities(tx, companyId, userIds))
}

/** What each of these people who are active may do; it stays so until the transaction ends. */
export async function lockAbilities(tx: Tx, companyId: string, userIds: string[]) {
  const people = await tx<{ id: string; role: Role }[]>`
    select id, role from app_user
    where company_id = ${companyId} and id = any(${userIds}::uuid[]) and deactivated_at is null order by id for share`
  return new Map(people.map(({ id, role }) => [id, abilityFor(role)]))
}

export function answerersOf(abilities: Map<string, AppAbility>) {
  return new Set([...abilities].filter(([, ability]) => ability.can('answer', 'enquiry')).map(([id]) => id))
}

type Handled = Pick<EnquiryRow, 'status' | 'assigneeId'>

/** Whether it is opened again for somebody who is not told of it any more: then it is nobody's. */
export function isOpenedForNobody(before: Handled, after: Handled, answerers: Set<string>) {
  const { assigneeId } = after
  return before.status === 'closed' && after.status !== 'closed' && assigneeId !== null && !answerers.has(assigneeId)
}

/** The same change, with nobody in the place of who may not answer any more. */
export async function unassignFormerAgent<T extends Handled>(
  tx: Tx,
  companyId: string,
  before: Handled,
  after: T,
): Promise<T> {
  if (before.status !== 'closed' || after.status === 'closed' || !after.assigneeId) return after
  const answerers = await lockAnswerers(tx, companyId, [after.assigneeId])
  return isOpenedForNobody(before, after, answerers) ? { ...after, assigneeId: null } : after
}

/** What is new is told to who answers from now on, and no more to who did. */
export async function handOver(
  tx: Tx,
  enquiry: Pick<EnquiryRow, 'companyId' | 'id' | 'lastMessageSeq' | 'createdBy' | 'assigneeId'>,
  assigneeId: string | null,
) {
  const { companyId, id, lastMessageSeq, createdBy } = enquiry
  if (enquiry.assigneeId && enquiry.assigneeId !== createdBy) {
    await stopFollowing(tx, { companyId, userId: enquiry.assigneeId }, id)
  }
  if (assigneeId) await startFollowing(tx, { companyId, userId: assigneeId }, id, lastMessageSeq)
}
