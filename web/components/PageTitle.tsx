import { useEffect } from 'react'
import { pageSettings } from './pageSettings.ts'
import { countLabel, useUnreadCount } from './unreadCount.ts'

interface PageTitleProps {
  children: string
}

/** The name of the page in the browser's tab, and how many enquiries have something new. */
export function PageTitle({ children }: PageTitleProps) {
  const unread = useUnreadCount()
  useEffect(() => {
    document.title = `${unread > 0 ? `(${countLabel(unread)}) ` : ''}${children} · ${pageSettings.appName}`
  }, [children, unread])
  return null
}
