import type { Notification, NotificationKind } from '#contract/notifications.ts'
import { paths } from '#web/navigation/paths.ts'

/** The event, in one sentence. */
export function sentenceOf({ kind, by: { name }, enquiry: { enquiryId }, count }: Notification) {
  const isOne = count === 1
  const sentences: Record<NotificationKind, string> = {
    mention: `${name} mentioned you in ${enquiryId}`,
    assignment: `${name} assigned ${isOne ? enquiryId : `${count.toLocaleString()} enquiries`} to you`,
    reply: isOne
      ? `${name} replied in ${enquiryId}`
      : `${count.toLocaleString()} new replies in ${enquiryId}, the last from ${name}`,
  }
  return sentences[kind]
}

/** Where the person reads more: in their seat of the thread, or in the list of the enquiries assigned to them. */
export function pathOf({ kind, enquiry, count }: Notification, userId: string, canAnswer: boolean) {
  if (kind === 'assignment' && count > 1) return paths.assignedTo(userId)
  return canAnswer ? paths.deskEnquiry(enquiry._id) : paths.chat(enquiry._id)
}
