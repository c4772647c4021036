import { useEffect, useEffectEvent } from 'react'
import { isShortcut, shortcuts, type ShortcutName } from './shortcuts.ts'

/** A key does something on this page, unless it is meant for a field, a dialog, a menu or the browser. */
export function useShortcut(name: ShortcutName, onPressed: () => void, isActive = true) {
  const listen = useEffectEvent((event: KeyboardEvent) => {
    if (!isShortcut(name, event) || isForAnother(name, event)) return
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

/** What the key does on this page, also for whom keys are off; undefined where it does nothing. */
export function actionOf(name: ShortcutName) {
  return shortcutActions.get(name)
}

const dialogs = '[role=dialog], [role=alertdialog], [aria-modal=true]'
const takesKeys = `input, textarea, select, [contenteditable], [role=listbox], [role=menu], [role=combobox], [role=slider], ${dialogs}`

/** With Ctrl or ⌘ a key is for no field; for a dialog it may be. */
function isForAnother(name: ShortcutName, { defaultPrevented, target }: KeyboardEvent) {
  if (defaultPrevented) return true
  const others = 'isWithControl' in shortcuts[name] ? dialogs : takesKeys
  return target instanceof Element && target.closest(others) !== null
}
