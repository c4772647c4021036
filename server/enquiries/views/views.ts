import { v7 as uuidv7 } from 'uuid'
import { limits } from '#contract/limits.ts'
import type { ChangeView, SavedView, SaveView } from '#contract/views.ts'
import type { Db, Queryable, Tx } from '#server/database/database.ts'
import { violates } from '#server/database/databaseErrors.ts'
import type { Actor } from '#server/http/actor.ts'
import { conflict, forbidden, notFound } from '#server/http/errors.ts'

type ViewRow = { id: string; name: string; query: string; isShared: boolean; createdAt: Date }

const columns = (db: Queryable) => db`id, name, query, is_shared, created_at`

function toView({ id, createdAt, ...row }: ViewRow): SavedView {
  return { _id: id, name: row.name, query: row.query, isShared: row.isShared, createdAt: createdAt.toISOString() }
}

/** The company's views and the actor's own. */
export async function listViews(db: Db, { companyId, userId }: Actor) {
  const rows = await db<ViewRow[]>`
    select ${columns(db)} from saved_view where company_id = ${companyId} and (is_shared or made_by = ${userId})
    order by is_shared desc, lower(name)`
  return rows.map(toView)
}

/** Throws 409 if the name is taken or the actor has reached the limit. */
export async function saveView(tx: Tx, actor: Actor, input: SaveView) {
  const { companyId, userId } = actor
  requireMayShare(actor, input.isShared)
  await requireRoom(tx, actor)
  const [row] = await tx<ViewRow[]>`
    insert into saved_view ${tx({ ...input, companyId, id: uuidv7(), madeBy: userId })}
    returning ${columns(tx)}`.catch(refuseTaken)
  return toView(row!)
}

/** Throws 404 for a view that the actor cannot see, 403 for a company view unless the actor is an owner. */
export async function changeView(tx: Tx, actor: Actor, id: string, input: ChangeView) {
  const { isShared } = await lockView(tx, actor, id)
  requireMayShare(actor, isShared || input.isShared === true)
  const [row] = await tx<ViewRow[]>`
    update saved_view set
      name = coalesce(${input.name ?? null}, name),
      query = coalesce(${input.query ?? null}, query),
      is_shared = coalesce(${input.isShared ?? null}, is_shared)
    where company_id = ${actor.companyId} and id = ${id}
    returning ${columns(tx)}`.catch(refuseTaken)
  return toView(row!)
}

export async function removeView(tx: Tx, actor: Actor, id: string) {
  const { isShared } = await lockView(tx, actor, id)
  requireMayShare(actor, isShared)
  await tx`delete from saved_view where company_id = ${actor.companyId} and id = ${id}`
}

async function lockView(tx: Tx, { companyId, userId }: Actor, id: string) {
  const [row] = await tx<ViewRow[]>`
    select ${columns(tx)} from saved_view
    where company_id = ${companyId} and id = ${id} and (is_shared or made_by = ${userId}) for update`
  if (!row) throw notFound('View')
  return row
}

function requireMayShare({ ability }: Actor, isShared: boolean) {
  if (isShared && !ability.can('update', 'company')) throw forbidden('Only an owner can change company views')
}

async function requireRoom(tx: Tx, { companyId, userId }: Actor) {
  const [made] = await tx<{ count: number }[]>`
    select count(*)::int as count from saved_view where company_id = ${companyId} and made_by = ${userId}`
  if (made!.count >= limits.view.perPerson) {
    throw conflict(`You already have ${limits.view.perPerson} views, the most you can save. Remove one first`)
  }
}

function refuseTaken(error: unknown): never {
  if (!violates(error, /^saved_view_/)) throw error
  const message = 'A view with this name already exists. Choose another name'
  throw conflict(message, { name: message })
}
