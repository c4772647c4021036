import { useEffect, useEffectEvent } from 'react'
import { isShortcut, shortcuts, type ShortcutName } from './shortcuts.ts'

/**
 * Handles a shortcut on this page, unless the key press is for a field, a dialog, a menu or the browser. If several
 * parts handle it, the one that began last does.
 */
export function useShortcut(name: ShortcutName, onPressed: () => void, isActive = true) {
  const press = useEffectEvent(onPressed)
  useEffect(() => {
    if (!isActive) return
    const pressed = () => press()
    const listen = (event: KeyboardEvent) => {
      if (actionOf(name) !== pressed || !isShortcut(name, event) || isForOtherTarget(name, event)) return
      event.preventDefault()
      pressed()
    }
    document.addEventListener('keydown', listen)
    shortcutActions.push({ name, pressed })
    return () => {
      document.removeEventListener('keydown', listen)
      shortcutActions = shortcutActions.filter((each) => each.pressed !== pressed)
    }
  }, [name, isActive])
}

let shortcutActions: { name: ShortcutName; pressed: () => void }[] = []

/** The action of a shortcut on this page, even while shortcuts are off; undefined if it has none here. */
export function actionOf(name: ShortcutName) {
  return shortcutActions.findLast((each) => each.name === name)?.pressed
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
