import Box from '@mui/material/Box'
import { useEffect, useRef, useState } from 'react'
import { lazyPart } from '#web/components/lazy/lazyPart.tsx'
import { countLabel } from '#web/components/unreadCount.ts'
import { useUnreadFetchedAt, useUnreadNotifications } from '#web/enquiries/seen/seenApi.ts'
import { visuallyHidden } from '#web/theme/sharedStyles.ts'
import { useAskedChoices } from './useAskedChoices.ts'

const NotificationChoicesDialog = lazyPart(
  async () => (await import('./NotificationChoicesDialog.tsx')).NotificationChoicesDialog,
)

/** Announces new notifications to screen readers, and opens their settings where the address asks for them. */
export function NotificationSigns() {
  const [isOpen, setIsOpen] = useState(false)
  useAskedChoices(() => setIsOpen(true))
  return (
    <>
      <Box component="output" sx={visuallyHidden}>
        {useAnnouncement()}
      </Box>
      <NotificationChoicesDialog open={isOpen} isNear={false} onClosed={() => setIsOpen(false)} />
    </>
  )
}

/** Empty until the server sends a higher number while the page is open: the person's own marks are not news. */
function useAnnouncement() {
  const count = useUnreadNotifications()
  const [text, setText] = useState('')
  const fetchedAt = useUnreadFetchedAt()
  const before = useRef({ count, fetchedAt })
  useEffect(() => {
    const known = before.current
    before.current = { count, fetchedAt }
    if (count === undefined || known.count === undefined || count === known.count) return
    const isNews = count > known.count && fetchedAt !== known.fetchedAt
    setText(isNews ? `New notification, ${countLabel(count)} unread` : '')
  }, [count, fetchedAt])
  return text
}
