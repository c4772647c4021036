import type { Theme } from '@mui/material/styles'
import Tooltip from '@mui/material/Tooltip'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { User } from '#contract/accounts.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { PlainButton } from '#web/components/PlainButton.tsx'
import { shortcuts } from '#web/components/shortcuts/shortcuts.ts'
import { useShortcut } from '#web/components/shortcuts/useShortcut.ts'
import { SidebarContent } from './SidebarContent.tsx'
import { useSidebar } from './useSidebar.ts'

interface SidebarProps {
  user: User
}

/** The navigation of wide screens, which is always visible, with a button that collapses it to its icons. */
export function Sidebar({ user }: SidebarProps) {
  const { isCollapsed, toggle } = useSidebar()
  useShortcut(
    'sidebar',
    toggle,
    useMediaQuery((theme: Theme) => theme.breakpoints.up('lg')),
  )
  return (
    <aside aria-label="Sidebar" className="sidebar">
      <SidebarContent user={user} />
      <Tooltip title={isCollapsed ? 'Expand the sidebar' : 'Collapse the sidebar'}>
        <PlainButton
          className="icon-button sidebar-button"
          aria-label="Sidebar"
          aria-expanded={!isCollapsed}
          aria-keyshortcuts={shortcuts.sidebar.key}
          onClick={toggle}
        >
          <Icon name="chevrons-left" />
        </PlainButton>
      </Tooltip>
    </aside>
  )
}
