import { countLabel } from '#web/components/unreadCount.ts'

interface UnreadBadgeProps {
  count: number
}

/** The number of unread messages, or 1 for a mention; renders nothing for 0. */
export function UnreadBadge({ count }: UnreadBadgeProps) {
  if (count === 0) return null
  return (
    <span className="unread-badge">
      {countLabel(count)}
      <span className="visually-hidden">{' unread'}</span>
    </span>
  )
}
