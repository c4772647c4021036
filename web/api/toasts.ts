import type { ReactElement } from 'react'
import { toast } from 'react-hot-toast'

/** How long each kind of toast stays, in milliseconds. */
export const toastDurations = { blank: 4000, success: 2000, error: 4000, loading: Infinity, custom: 4000 } as const

/** The live regions of the page read toasts aloud; a toast that did so too would be heard twice. */
export const silently = { ariaProps: { role: 'status', 'aria-live': 'off' } } as const

export function toastSuccess(message: string) {
  toast.success(message, silently)
}

const spoken = new Map<string, { text: string; isAlert: boolean }>()
/** The library removes a dismissed toast a second later by its id, so one that comes in that second needs another. */
const ids = new Map<string, string>()
let shownSoFar = 0

/** A toast of the page's own making, which stays until it is dismissed by its name; `text` is what is read aloud. */
export function toastCustom(name: string, content: ReactElement, text: string) {
  showCustom(name, content, { text, isAlert: false })
}

/** The same for what has gone wrong: it is read aloud at once. */
export function toastAlert(name: string, content: ReactElement, text: string) {
  showCustom(name, content, { text, isAlert: true })
}

function showCustom(name: string, content: ReactElement, words: { text: string; isAlert: boolean }) {
  const id = ids.get(name) ?? `${name}-${++shownSoFar}`
  ids.set(name, id)
  spoken.set(id, words)
  toast.custom(content, { ...silently, id, duration: Infinity })
}

/** How a toast of the page's own making is read aloud. */
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

/** The same trouble met by several requests at once is told once. */
export function toastError(message: string) {
  toast.error(message, { ...silently, id: message })
}
