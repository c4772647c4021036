import type { ReactElement } from 'react'
import { toast } from 'react-hot-toast'

/** How long each kind of toast stays, in milliseconds. */
export const toastDurations = { blank: 4000, success: 2000, error: 4000, loading: Infinity, custom: 4000 } as const

/** The page's own live regions announce toasts; without this, screen readers would read each one twice. */
export const silently = { ariaProps: { role: 'status', 'aria-live': 'off' } } as const

export function toastSuccess(message: string) {
  toast.success(message, silently)
}

const spoken = new Map<string, { text: string; isAlert: boolean }>()
/** The library removes a dismissed toast by its id a second later, so a toast shown in that second needs another id. */
const ids = new Map<string, string>()
let shownSoFar = 0

/** Shows a custom toast until it is dismissed by its name; screen readers announce `text`. */
export function toastCustom(name: string, content: ReactElement, text: string) {
  showCustom(name, content, { text, isAlert: false })
}

/** The same for errors: screen readers announce them at once. */
export function toastAlert(name: string, content: ReactElement, text: string) {
  showCustom(name, content, { text, isAlert: true })
}

function showCustom(name: string, content: ReactElement, words: { text: string; isAlert: boolean }) {
  const id = ids.get(name) ?? `${name}-${++shownSoFar}`
  ids.set(name, id)
  spoken.set(id, words)
  toast.custom(content, { ...silently, id, duration: Infinity })
}

/** The text that screen readers announce for a custom toast. */
export function spokenWords(id: string) {
  return spoken.get(id)
}

export function dismissToast(name: string) {
  const id = ids.get(name)
  if (id === undefined) return
  toast.dismiss(id)
  ids.delete(name)
  spoken.delete(id)
}

/** Shows the same message only once, even if several requests fail with it. */
export function toastError(message: string) {
  toast.error(message, { ...silently, id: message })
}
