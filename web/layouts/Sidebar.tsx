import Box from '@mui/material/Box'
import type { User } from '#contract/accounts.ts'
import { layers, sidebarPadding, sidebarWidth, sizes } from '#web/theme/sizes.ts'
import { SidebarContent } from './SidebarContent.tsx'

interface SidebarProps {
  user: User
}

/** The navigation of wide screens, which is always visible. */
export function Sidebar({ user }: SidebarProps) {
  return (
    <Box
      component="aside"
      aria-label="Sidebar"
      sx={{
        display: { xs: 'none', lg: 'flex' },
        flexDirection: 'column',
        position: 'fixed',
        top: 0,
        left: 0,
        height: 1,
        width: `var(${sidebarWidth}, ${sizes.sidebar}px)`,
        zIndex: layers.navigation,
        px: `var(${sidebarPadding}, 20px)`,
        pt: 2.5,
        bgcolor: 'background.paper',
        borderRight: 1,
        borderColor: 'divider',
        overflowY: 'auto',
      }}
    >
      <SidebarContent user={user} />
    </Box>
  )
}
