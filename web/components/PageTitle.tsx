import { useEffect } from 'react'
import { pageSettings } from './pageSettings.ts'
import { countLabel, useUnreadCount } from './unreadCount.ts'

interface PageTitleProps {
  children: string
}

/** Sets the title of the browser tab: the number of unread enquiries and the name of the page. */
export function PageTitle({ children }: PageTitleProps) {
  const unread = useUnreadCount()
  useEffect(() => {
    document.title = `${unread > 0 ? `(${countLabel(unread)}) ` : ''}${children} · ${pageSettings.appName}`
  }, [children, unread])
  return null
}
