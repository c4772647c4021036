import { abilityFor, type Action, type AppAbility, type Subject } from '#contract/accounts/abilities.ts'
import { roles } from '#contract/accounts/roles.ts'
import { type NotificationKind, notificationKinds } from '#contract/notifications.ts'

/** What a person must be able to do to be notified of a kind of event, and to see earlier notifications of that kind. */
const required: Record<NotificationKind, [Action, Subject]> = {
  mention: ['answer', 'enquiry'],
  assignment: ['answer', 'enquiry'],
  reply: ['read', 'acl-page'],
}

/** The kinds that a person may see, such as no mentions once they may no longer read notes. */
export function kindsFor(ability: AppAbility) {
  return notificationKinds.filter((kind) => ability.can(...required[kind]))
}

export function rolesFor(kind: NotificationKind) {
  return roles.filter((role) => kindsFor(abilityFor(role)).includes(kind))
}
