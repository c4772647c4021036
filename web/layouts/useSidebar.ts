import { useLayoutEffect } from 'react'
import { cookieSetting } from '#web/theme/cookie.ts'

const setting = cookieSetting('sidebar')

/** Whether the person has collapsed the sidebar in this browser. The server writes it into the page, for the first paint. */
export function useSidebar() {
  const isCollapsed = setting.use() === 'collapsed'
  useLayoutEffect(() => {
    document.documentElement.dataset.sidebar = isCollapsed ? 'collapsed' : 'whole'
  }, [isCollapsed])
  return { isCollapsed, toggle: () => setting.write(isCollapsed ? 'whole' : 'collapsed') }
}
