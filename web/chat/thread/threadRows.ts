import type { Message } from '#contract/chat.ts'
import { serverNow } from '#web/api/session/clock.ts'

export interface ThreadRow {
  message: Message
  /** Whether it is the first of several messages in a row by one person. At the desk, it shows the name and picture for all. */
  startsGroup: boolean
}

const maxGroupPauseMs = 5 * 60_000

export function threadRows(messages: Message[]): ThreadRow[] {
  return messages.map((message, index) => {
    const previous = messages[index - 1]
    return { message, startsGroup: !previous || !isSameGroup(previous, message) }
  })
}

function isSameGroup(previous: Message, next: Message) {
  const pause = Date.parse(next.createdAt) - Date.parse(previous.createdAt)
  return previous.sender._id === next.sender._id && previous.side === next.side && pause <= maxGroupPauseMs
}

/** `Today`, `Yesterday`, or the date in the viewer's locale. */
export function dayName(createdAt: string, today = new Date(serverNow())) {
  const day = new Date(createdAt)
  const yesterday = new Date(today)
  yesterday.setDate(today.getDate() - 1)
  if (day.toDateString() === today.toDateString()) return 'Today'
  if (day.toDateString() === yesterday.toDateString()) return 'Yesterday'
  return day.toLocaleDateString(undefined, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
}
