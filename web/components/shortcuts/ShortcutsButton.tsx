import Tooltip from '@mui/material/Tooltip'
import { useState } from 'react'
import { Icon } from '#web/components/icons/Icon.tsx'
import { lazyPart } from '#web/components/lazy/lazyPart.tsx'
import { PlainButton } from '#web/components/PlainButton.tsx'
import { shortcuts } from './shortcuts.ts'
import { useShortcut } from './useShortcut.ts'

const ShortcutsDialog = lazyPart(async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog)

/** Opens the list of shortcuts, including for people who have switched them off. */
export function ShortcutsButton() {
  const [isOpen, setIsOpen] = useState(false)
  useShortcut('help', () => setIsOpen(true))
  return (
    <>
      <Tooltip title="Keyboard shortcuts">
        <PlainButton
          // Small screens rarely have a keyboard.
          className="icon-button not-on-phones"
          aria-label="Keyboard shortcuts"
          aria-haspopup="dialog"
          aria-keyshortcuts={shortcuts.help.key}
          onClick={() => setIsOpen(true)}
        >
          <Icon name="keyboard" />
        </PlainButton>
      </Tooltip>
      <ShortcutsDialog open={isOpen} onClosed={() => setIsOpen(false)} />
    </>
  )
}
