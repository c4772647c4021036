import type { User } from '#contract/accounts.ts'
import { SidebarContent } from './SidebarContent.tsx'

interface SidebarProps {
  user: User
}

/** The navigation of wide screens, which is always visible. */
export function Sidebar({ user }: SidebarProps) {
  return (
    <aside aria-label="Sidebar" className="sidebar">
      <SidebarContent user={user} />
    </aside>
  )
}
