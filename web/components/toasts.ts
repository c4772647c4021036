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

/** A toast of the page's own making, which stays until it is dismissed by its id; `text` is what is read aloud. */
export function toastCustom(id: string, content: ReactElement, text: string) {
  showCustom(id, content, { text, isAlert: false })
}

/** The same for what has gone wrong: it is read aloud at once. */
export function toastAlert(id: string, content: ReactElement, text: string) {
  showCustom(id, content, { text, isAlert: true })
}

function showCustom(id: string, content: ReactElement, words: { text: string; isAlert: boolean }) {
  spoken.set(id, words)
  toast.custom(content, { ...silently, id, duration: Infinity })
}

/** How a toast of the page's own making is read aloud. */
export function spokenWords(id: string) {
  return spoken.get(id)
}

export function dismissToast(id: string) {
  toast.dismiss(id)
  spoken.delete(id)
}

/** The same trouble met by several requests at once is told once. */
export function toastError(message: string) {
  toast.error(message, { ...silently, id: message })
}
