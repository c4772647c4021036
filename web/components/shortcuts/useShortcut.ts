import { useEffect, useEffectEvent } from 'react'
import { isShortcut, shortcuts, type ShortcutName } from './shortcuts.ts'

/** Handles a shortcut on this page, unless the key press is for a field, a dialog, a menu or the browser. */
export function useShortcut(name: ShortcutName, onPressed: () => void, isActive = true) {
  const listen = useEffectEvent((event: KeyboardEvent) => {
    if (!isShortcut(name, event) || isForOtherTarget(name, event)) return
    event.preventDefault()
    onPressed()
  })
  const press = useEffectEvent(onPressed)
  useEffect(() => {
    if (!isActive) return
    const pressed = () => press()
    document.addEventListener('keydown', listen)
    shortcutActions.set(name, pressed)
    return () => {
      document.removeEventListener('keydown', listen)
      if (shortcutActions.get(name) === pressed) shortcutActions.delete(name)
    }
  }, [name, isActive])
}

const shortcutActions = new Map<ShortcutName, () => void>()

/** The action of a shortcut on this page, even while shortcuts are off; undefined if it has none here. */
export function actionOf(name: ShortcutName) {
  return shortcutActions.get(name)
}

const dialogs = '[role=dialog], [role=alertdialog], [aria-modal=true]'
// Not the combobox of a closed select: it prevents the default of the keys that it takes.
const takesKeys = `input, textarea, select, [contenteditable], [role=listbox], [role=menu], [role=slider], ${dialogs}`

/** A key with Ctrl or ⌘ is never for a field, but may be for a dialog. */
function isForOtherTarget(name: ShortcutName, { defaultPrevented, target }: KeyboardEvent) {
  if (defaultPrevented) return true
  const otherTargets = 'isWithControl' in shortcuts[name] ? dialogs : takesKeys
  return target instanceof Element && target.closest(otherTargets) !== null
}
