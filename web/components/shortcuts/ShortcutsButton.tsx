import Tooltip from '@mui/material/Tooltip'
import { useState } from 'react'
import { Icon } from '#web/components/icons/Icon.tsx'
import { lazyPart } from '#web/components/lazy/lazyPart.tsx'
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
        <button
          type="button"
          // Small screens rarely have a keyboard.
          className="plain-button icon-button not-on-phones"
          aria-label="Keyboard shortcuts"
          aria-haspopup="dialog"
          aria-keyshortcuts={shortcuts.help.key}
          onClick={() => setIsOpen(true)}
        >
          <Icon name="keyboard" />
        </button>
      </Tooltip>
      <ShortcutsDialog open={isOpen} onClosed={() => setIsOpen(false)} />
    </>
  )
}
