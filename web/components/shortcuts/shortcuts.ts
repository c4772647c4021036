import { useSyncExternalStore } from 'react'
import { readCookie, writeCookie } from '#web/theme/cookie.ts'

interface Shortcut {
  /** The `key` of its keyboard event. */
  key: string
  /** The same key without Shift. */
  unshiftedKey?: string
  /** Ctrl or ⌘. */
  isWithControl?: boolean
  isWithShift?: boolean
  place: string
  label: string
}

/** Every shortcut of the product, in the order of the list. */
export const shortcuts = {
  help: { key: '?', place: 'Everywhere', label: 'Show this list' },
  palette: { key: 'k', isWithControl: true, place: 'Everywhere', label: 'Go anywhere, do anything' },
  undo: { key: 'z', place: 'Everywhere', label: 'Undo a status change within ten seconds' },
  search: { key: '/', place: 'In the list', label: 'Search' },
  create: { key: 'c', place: 'In the list', label: 'Add an enquiry' },
  next: { key: 'ArrowDown', place: 'In the list', label: 'Go to the next enquiry' },
  previous: { key: 'ArrowUp', place: 'In the list', label: 'Go to the previous enquiry' },
  select: { key: 'x', place: 'In the list', label: 'Select the enquiry' },
  // Has no listener: the focused row is a link.
  open: { key: 'Enter', place: 'In the list', label: 'Open the enquiry' },
  replyInList: { key: 'r', place: 'In the list', label: 'Reply to the enquiry on the desk' },
  nextEnquiry: { key: 'j', place: 'On an enquiry', label: 'Next enquiry in the list' },
  previousEnquiry: { key: 'k', place: 'On an enquiry', label: 'Previous enquiry in the list' },
  reply: { key: 'r', place: 'On an enquiry', label: 'Reply on the desk' },
  edit: { key: 'e', place: 'On an enquiry', label: 'Edit comments and status' },
  previousDocument: { key: 'ArrowLeft', place: 'In a preview', label: 'Previous document' },
  nextDocument: { key: 'ArrowRight', place: 'In a preview', label: 'Next document' },
  zoomIn: { key: '+', unshiftedKey: '=', place: 'In a preview', label: 'Zoom in' },
  zoomOut: { key: '-', place: 'In a preview', label: 'Zoom out' },
  fit: { key: '0', place: 'In a preview', label: 'Fit to the window' },
  rotate: { key: 'r', place: 'In a preview', label: 'Rotate' },
  send: { key: 'Enter', isWithControl: true, place: 'While writing', label: 'Send the message or add the note' },
  submit: { key: 'Enter', isWithControl: true, place: 'In a form', label: 'Submit or save the enquiry' },
  nextInQueue: { key: 'j', place: 'On the desk', label: 'Next in the queue' },
  previousInQueue: { key: 'k', place: 'On the desk', label: 'Previous in the queue' },
  answer: { key: 'r', place: 'On the desk', label: 'Write a reply' },
  note: { key: 'n', place: 'On the desk', label: 'Write an internal note' },
  takeOver: { key: 'a', place: 'On the desk', label: 'Assign to me' },
  cannedResponses: { key: '/', place: 'On the desk', label: 'In a reply: insert a canned response' },
  sendAndClose: {
    key: 'Enter',
    isWithControl: true,
    isWithShift: true,
    place: 'On the desk',
    label: 'In a reply: send it, close the enquiry and open the next one',
  },
  leaveBox: { key: 'Escape', place: 'On the desk', label: 'Move from the text box to the thread' },
} as const satisfies Record<string, Shortcut>

export type ShortcutName = keyof typeof shortcuts

const cookie = 'shortcuts'
const listeners = new Set<() => void>()

/** Whether the event is this shortcut. Always false while shortcuts are switched off. */
export function isShortcut(name: ShortcutName, event: KeyboardEvent) {
  const { key, unshiftedKey, isWithControl = false, isWithShift = false }: Shortcut = shortcuts[name]
  const { ctrlKey, metaKey, altKey, shiftKey, isComposing } = event
  if (altKey || isComposing || !areShortcutsOn()) return false
  if (isWithControl ? ctrlKey === metaKey : ctrlKey || metaKey) return false
  // Shift may be needed to type a symbol; with a letter or an arrow it makes a different shortcut.
  const isSymbol = key.length === 1 && !/[a-z]/.test(key)
  return [key.toLowerCase(), unshiftedKey].includes(event.key.toLowerCase()) && (isSymbol || shiftKey === isWithShift)
}

/** Whether shortcuts are on. The setting is in a cookie because logging out clears local storage. */
export function areShortcutsOn() {
  return readCookie(cookie) !== 'off'
}

export function setShortcutsOn(isOn: boolean) {
  writeCookie(cookie, isOn ? 'on' : 'off')
  for (const listener of listeners) listener()
}

export function useAreShortcutsOn() {
  return useSyncExternalStore(subscribe, areShortcutsOn)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The label of the Control key, or of the Command key on Apple devices. */
export function controlKey() {
  return /Mac|iPhone|iPad/.test(window.navigator.userAgent) ? '⌘' : 'Ctrl'
}
