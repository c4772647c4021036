import {
  type ChangeNotificationChoices,
  type NotificationChoices,
  notificationKinds,
  usualChoices,
} from '#contract/notifications.ts'
import type { Db, Tx } from '#server/database/database.ts'
import type { Actor } from '#server/http/actor.ts'
import { endReplies } from './marking.ts'

/** A person's choices, with the usual ones for what they have not chosen. */
export function chosen(stored: ChangeNotificationChoices | null): NotificationChoices {
  const { mention, assignment, reply } = usualChoices
  return {
    mention: { ...mention, ...stored?.mention },
    assignment: { ...assignment, ...stored?.assignment },
    reply: { ...reply, ...stored?.reply },
  }
}

type ChoicesRow = { notificationChoices: ChangeNotificationChoices | null }

export async function findChoices(db: Db, { companyId, userId }: Actor) {
  const [row] = await db<ChoicesRow[]>`
    select notification_choices from app_user where company_id = ${companyId} and id = ${userId}`
  return chosen(row!.notificationChoices)
}

/**
 * Changes only the choices in `changes`, and returns all of them. Unread entries of replies end, because they would keep
 * later replies from being reported in the new ways.
 */
export async function changeChoices(db: Db, actor: Actor, changes: ChangeNotificationChoices) {
  const { before, after } = await db.beginFor(actor.companyId, (tx) => storeChoices(tx, actor, changes))
  if (before.reply.inbox !== after.reply.inbox || before.reply.mail !== after.reply.mail) await endReplies(db, actor)
  return after
}

async function storeChoices(tx: Tx, { companyId, userId }: Actor, changes: ChangeNotificationChoices) {
  const [before] = await tx<ChoicesRow[]>`
    select notification_choices from app_user where company_id = ${companyId} and id = ${userId} for no key update`
  const [after] = await tx<ChoicesRow[]>`
    update app_user set notification_choices = (
      select jsonb_object_agg(kind, coalesce(notification_choices -> kind, '{}') || coalesce(c.changes -> kind, '{}'))
      from (select ${tx.json(changes)}::text::jsonb as changes) c, unnest(${[...notificationKinds]}::text[]) kind)
    where company_id = ${companyId} and id = ${userId}
    returning notification_choices`
  return { before: chosen(before!.notificationChoices), after: chosen(after!.notificationChoices) }
}
