import { abilityFor, type Action, type Subject } from '#contract/accounts/abilities.ts'
import type { Role } from '#contract/accounts/roles.ts'
import type { ChangeMember, TeamMember } from '#contract/team.ts'
import { record } from '#server/accounts/history.ts'
import { withdrawResetsBy } from '#server/accounts/passwords/passwordReset.ts'
import { endSessions } from '#server/accounts/sessions/sessions.ts'
import { requireRecentSignIn } from '#server/accounts/signIn/signIn.ts'
import type { Db, Tx } from '#server/database/database.ts'
import type { FileUrls } from '#server/documents/fileUrls.ts'
import { announce } from '#server/events/eventStore.ts'
import type { Actor } from '#server/http/actor.ts'
import { conflict, forbidden, notFound } from '#server/http/errors.ts'
import { withdrawInvitationsBy } from './invitations.ts'

type MemberRow = {
  id: string
  name: string
  email: string
  role: Role
  pictureSha256: string | null
  isActive: boolean
  lastSeenAt: Date | null
}

export function toTeamMember(row: MemberRow, urls: FileUrls): TeamMember {
  const { id, name, email, role, pictureSha256, isActive, lastSeenAt } = row
  const profilePic = urls.picture(pictureSha256)
  return { _id: id, name, email, role, profilePic, isActive, lastSeenAt: lastSeenAt?.toISOString() ?? null }
}

/** Everyone in the actor's company: active people first, then by name. */
export async function listMembers(db: Db, { companyId }: Actor): Promise<MemberRow[]> {
  return db<MemberRow[]>`
    select u.id, name, email, role, picture_sha256, deactivated_at is null as is_active,
      greatest(u.last_seen_at, (
        select max(s.last_seen_at) from session s where (s.company_id, s.user_id) = (u.company_id, u.id))) as last_seen_at
    from app_user u where company_id = ${companyId}
    order by deactivated_at is not null, lower(name), id`
}

/** Unassigns the enquiries of a person who may no longer answer them. */
export type HandBack = (tx: Tx, actor: Actor, userId: string) => Promise<void>

/**
 * Changes a colleague's role, or deactivates or reactivates them. Throws 409 if no active owner would be left, 403 if the
 * actor has lost the owner role since the request began.
 */
export async function changeMember(
  tx: Tx,
  actor: Actor,
  id: string,
  input: ChangeMember,
  handBack: HandBack,
): Promise<MemberRow> {
  const { locked, member: before } = await lockMember(tx, actor, id)
  const after = { ...before, role: input.role ?? before.role, isActive: input.isActive ?? before.isActive }
  if (after.role === before.role && after.isActive === before.isActive) return before
  if (isActiveOwner(after) || isActiveOwner(before)) await requireRecentSignIn(tx, actor)
  requireRemainingOwner(locked, after)

  await tx`
    update app_user set role = ${after.role}, last_seen_at = ${after.lastSeenAt},
      deactivated_at = ${after.isActive ? null : tx`coalesce(deactivated_at, now())`}
    where company_id = ${actor.companyId} and id = ${id}`
  if (after.isActive !== before.isActive) await endSessions(tx, { companyId: actor.companyId, userId: id })
  recordMember(tx, actor, before, after)
  const loses = (action: Action, subject: Subject) => can(before, action, subject) && !can(after, action, subject)
  if (loses('create', 'team')) {
    await withdrawInvitationsBy(tx, actor, id)
    await withdrawResetsBy(tx, actor, id)
  }
  if (loses('answer', 'enquiry')) await handBack(tx, actor, id)
  announce(tx, actor, { subject: 'user', id })
  return after
}

/**
 * Locks a person in the actor's company, together with its owners. Throws 403 if the actor has lost the owner role since
 * the request began.
 */
export async function lockMember(tx: Tx, actor: Actor, id: string) {
  const locked = await lockOwnersAndMember(tx, actor, id)
  if (!locked.some((row) => row.id === actor.userId && isActiveOwner(row))) throw forbidden()
  const member = locked.find((row) => row.id === id)
  if (!member) throw notFound('Person')
  return { locked, member }
}

/** Locks in a fixed order, so that two owners who change each other do not deadlock. */
async function lockOwnersAndMember(tx: Tx, { companyId }: Actor, id: string): Promise<MemberRow[]> {
  return tx<MemberRow[]>`
    select id, name, email, role, picture_sha256, deactivated_at is null as is_active,
      greatest(last_seen_at, (
        select max(s.last_seen_at) from session s where (s.company_id, s.user_id) = (u.company_id, u.id))) as last_seen_at
    from app_user u
    where company_id = ${companyId} and (id = ${id} or role = 'owner' and deactivated_at is null)
    order by id for no key update`
}

function can({ role, isActive }: MemberRow, action: Action, subject: Subject) {
  return isActive && abilityFor(role).can(action, subject)
}

function isActiveOwner({ role, isActive }: Pick<MemberRow, 'role' | 'isActive'>) {
  return role === 'owner' && isActive
}

function requireRemainingOwner(locked: MemberRow[], after: MemberRow) {
  if ([...locked.filter(({ id }) => id !== after.id), after].some(isActiveOwner)) return
  throw conflict('This is the last owner. Make someone else an owner first')
}

function recordMember(tx: Tx, actor: Actor, before: MemberRow, after: MemberRow) {
  const on = { subject: 'user', subjectId: after.id } as const
  if (before.role !== after.role) record(tx, actor, on, 'changed', { role: [before.role, after.role] })
  if (before.isActive !== after.isActive) record(tx, actor, on, after.isActive ? 'reactivated' : 'deactivated')
}
