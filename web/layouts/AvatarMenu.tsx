import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useState } from 'react'
import type { User } from '#contract/accounts.ts'
import { lazyPart } from '#web/components/lazy/lazyPart.tsx'
import { PersonAvatar } from '#web/components/PersonAvatar.tsx'
import { sizes } from '#web/theme/sizes.ts'

interface AvatarMenuProps {
  user: User
  onLogOut: () => void
}

const AccountMenu = lazyPart(async () => (await import('./AccountMenu.tsx')).AccountMenu)

export function AvatarMenu({ user, onLogOut }: AvatarMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <IconButton
        aria-label="Account"
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ p: 0 }}
      >
        <Box
          component="span"
          sx={(theme) => ({
            p: `${sizes.avatarRing}px`,
            borderRadius: '50%',
            background: ring(theme.vars!.palette.primary.light, theme.vars!.palette.warning.light),
          })}
        >
          <PersonAvatar name={user.name} picture={user.profilePic} size="small" />
        </Box>
      </IconButton>
      <AccountMenu
        user={user}
        open={anchor !== null}
        anchor={anchor}
        onClosed={() => setAnchor(null)}
        onLogOut={onLogOut}
      />
    </>
  )
}

function ring(from: string, to: string) {
  return `conic-gradient(${from}, ${to}, ${from})`
}
