import { abilityFor, type AppAbility } from '#contract/accounts/abilities.ts'
import type { Role } from '#contract/accounts/roles.ts'
import type { UpdateEnquiry } from '#contract/enquiries.ts'
import type { Tx } from '#server/database/database.ts'
import { startFollowing, stopFollowing } from '#server/enquiries/seen/seen.ts'
import type { Actor, Author } from '#server/http/actor.ts'
import { forbidden, invalid } from '#server/http/errors.ts'
import { withdrawAssignment } from '#server/notifications/notifier.ts'
import type { EnquiryRow } from './enquiryStore.ts'

/** Throws 403 if the change sets an assignee and the actor may not assign. */
export function requireMayAssign({ ability }: Actor, { assignee }: Pick<UpdateEnquiry, 'assignee'>) {
  if (assignee !== undefined && !ability.can('answer', 'enquiry')) {
    throw forbidden('Only agents and owners can assign enquiries')
  }
}

/** Throws 400 unless the user may answer enquiries. Locks the user's role until the transaction ends. */
export async function requireAnswerer(tx: Tx, { companyId }: Actor, userId: string) {
  const answerers = await lockAnswerers(tx, companyId, [userId])
  if (answerers.size === 0) {
    throw invalid({ assignee: 'This person cannot answer enquiries. Choose an agent or an owner' })
  }
}

/**
 * Whether a reply by the author assigns the enquiry to them, because it is unassigned: their company may have switched this
 * off, and they may have lost the right since the request began. Locks their role until the transaction ends.
 */
export async function isAssignedByReply(tx: Tx, { companyId, userId }: Author, enquiryId: string) {
  const [replier] = await tx<{ role: Role }[]>`
    select u.role from app_user u join company c on c.id = u.company_id
    where u.company_id = ${companyId} and u.id = ${userId} and u.deactivated_at is null and c.assigns_on_reply
      and exists (
        select from enquiry where company_id = ${companyId} and id = ${enquiryId} and assignee_id is null)
    for share of u`
  return replier !== undefined && abilityFor(replier.role).can('answer', 'enquiry')
}

/** Returns the users who may answer, and locks their roles until the transaction ends. */
async function lockAnswerers(tx: Tx, companyId: string, userIds: string[]) {
  return answerersOf(await lockAbilities(tx, companyId, userIds))
}

/** Returns the abilities of the active users, and locks their roles until the transaction ends. */
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

/** Whether a closed enquiry is reopened for an assignee who may no longer answer: it becomes unassigned. */
export function isReopenedForFormerAgent(before: Handled, after: Handled, answerers: Set<string>) {
  const { assigneeId } = after
  return before.status === 'closed' && after.status !== 'closed' && assigneeId !== null && !answerers.has(assigneeId)
}

/** Unassigns an enquiry that is reopened for an assignee who may no longer answer. */
export async function unassignFormerAgent<T extends Handled>(
  tx: Tx,
  companyId: string,
  before: Handled,
  after: T,
): Promise<T> {
  if (before.status !== 'closed' || after.status === 'closed' || !after.assigneeId) return after
  const answerers = await lockAnswerers(tx, companyId, [after.assigneeId])
  return isReopenedForFormerAgent(before, after, answerers) ? { ...after, assigneeId: null } : after
}

/**
 * The new assignee follows the enquiry from now on. The previous one no longer does, and an unread notification of their
 * assignment is withdrawn.
 */
export function handOver(
  tx: Tx,
  enquiry: Pick<EnquiryRow, 'companyId' | 'id' | 'lastMessageSeq' | 'createdBy' | 'assigneeId'>,
  assigneeId: string | null,
) {
  const { companyId, id, lastMessageSeq, createdBy } = enquiry
  if (enquiry.assigneeId) {
    const previous = { companyId, userId: enquiry.assigneeId }
    if (enquiry.assigneeId !== createdBy) stopFollowing(tx, previous, id)
    withdrawAssignment(tx, previous, id)
  }
  if (assigneeId) startFollowing(tx, { companyId, userId: assigneeId }, id, lastMessageSeq)
}
