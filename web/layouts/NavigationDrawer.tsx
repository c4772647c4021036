import Drawer from '@mui/material/Drawer'
import { useEffect, useRef } from 'react'
import type { User } from '#contract/accounts.ts'
import { useRouter } from '#web/navigation/useRouter.ts'
import { layers, sizes } from '#web/theme/sizes.ts'
import { SidebarContent } from './SidebarContent.tsx'

interface NavigationDrawerProps {
  user: User
  open: boolean
  onClosed: () => void
}

/** The navigation of narrow screens. It closes on navigation. */
export function NavigationDrawer({ user, open, onClosed }: NavigationDrawerProps) {
  const { path } = useRouter()
  const lastPath = useRef(path)
  useEffect(() => {
    // Not on the first path: the drawer may be open from the click that loaded its code.
    if (lastPath.current === path) return
    lastPath.current = path
    onClosed()
  }, [path, onClosed])
  return (
    <Drawer
      open={open}
      onClose={onClosed}
      sx={{ display: { lg: 'none' }, zIndex: layers.navigation }}
      slotProps={{
        paper: { 'aria-label': 'Navigation', sx: { width: sizes.drawer, maxWidth: '90vw', px: 2.5, pt: 2.5 } },
      }}
    >
      <SidebarContent user={user} onChosen={onClosed} />
    </Drawer>
  )
}
