import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useState } from 'react'
import type { User } from '#contract/accounts.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { lazyPart } from '#web/components/lazy/lazyPart.tsx'
import { useShortcut } from '#web/components/shortcuts/useShortcut.ts'

const Palette = lazyPart(async () => (await import('./Palette.tsx')).Palette)

interface PaletteKeyProps {
  user: User
  onLogOut: () => void
}

/** Opens the palette on every page, by shortcut or button. */
export function PaletteKey({ user, onLogOut }: PaletteKeyProps) {
  const [isOpen, setIsOpen] = useState(false)
  useShortcut('palette', () => setIsOpen(true))
  return (
    <>
      <Tooltip title="Go anywhere, do anything">
        <IconButton
          aria-label="Command palette"
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => setIsOpen(true)}
        >
          <Icon name="search" />
        </IconButton>
      </Tooltip>
      <Palette open={isOpen} user={user} onLogOut={onLogOut} onClosed={() => setIsOpen(false)} />
    </>
  )
}
