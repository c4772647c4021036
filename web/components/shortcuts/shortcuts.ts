import { useSyncExternalStore } from 'react'
import { readCookie, writeCookie } from '#web/theme/cookie.ts'

interface Shortcut {
  /** As the browser names it. */
  key: string
  /** The same key as it is without Shift. */
  or?: string
  /** Ctrl, or ⌘. */
  isWithControl?: boolean
  isWithShift?: boolean
  place: string
  label: string
}

/** Every key of the product, in the order in which they are explained. */
export const shortcuts = {
  help: { key: '?', place: 'Everywhere', label: 'Show this list' },
  palette: { key: 'k', isWithControl: true, place: 'Everywhere', label: 'Go anywhere, do anything' },
  undo: { key: 'z', place: 'Everywhere', label: 'Undo a change of status, for ten seconds' },
  search: { key: '/', place: 'In the list', label: 'Search' },
  create: { key: 'c', place: 'In the list', label: 'Add an enquiry' },
  next: { key: 'ArrowDown', place: 'In the list', label: 'Go to the next enquiry' },
  previous: { key: 'ArrowUp', place: 'In the list', label: 'Go to the previous enquiry' },
  select: { key: 'x', place: 'In the list', label: 'Select the enquiry' },
  // No listener of its own: the row that the arrows go to is a link.
  open: { key: 'Enter', place: 'In the list', label: 'Open the enquiry' },
  nextEnquiry: { key: 'j', place: 'On an enquiry', label: 'Next enquiry of the list' },
  previousEnquiry: { key: 'k', place: 'On an enquiry', label: 'Previous enquiry of the list' },
  edit: { key: 'e', place: 'On an enquiry', label: 'Edit comments and status' },
  previousDocument: { key: 'ArrowLeft', place: 'In a preview', label: 'Previous document' },
  nextDocument: { key: 'ArrowRight', place: 'In a preview', label: 'Next document' },
  zoomIn: { key: '+', or: '=', place: 'In a preview', label: 'Zoom in' },
  zoomOut: { key: '-', place: 'In a preview', label: 'Zoom out' },
  fit: { key: '0', place: 'In a preview', label: 'Fit to the window' },
  rotate: { key: 'r', place: 'In a preview', label: 'Rotate' },
  send: { key: 'Enter', isWithControl: true, place: 'While writing', label: 'Send it, or save the note' },
  nextInQueue: { key: 'j', place: 'On the desk', label: 'Next in the queue' },
  previousInQueue: { key: 'k', place: 'On the desk', label: 'Previous in the queue' },
  answer: { key: 'r', place: 'On the desk', label: 'Reply' },
  note: { key: 'n', place: 'On the desk', label: 'Write an internal note' },
  takeOver: { key: 'a', place: 'On the desk', label: 'Assign to me' },
  cannedAnswers: { key: '/', place: 'On the desk', label: 'In a reply: canned responses' },
  sendAndClose: {
    key: 'Enter',
    isWithControl: true,
    isWithShift: true,
    place: 'On the desk',
    label: 'In a reply: send it and close the enquiry',
  },
  leaveBox: { key: 'Escape', place: 'On the desk', label: 'Leave the box for the thread' },
} as const satisfies Record<string, Shortcut>

export type ShortcutName = keyof typeof shortcuts

const cookie = 'shortcuts'
const listeners = new Set<() => void>()

/** Whether this is what was pressed, by somebody for whom keys are on. */
export function isShortcut(name: ShortcutName, event: KeyboardEvent) {
  const { key, or, isWithControl = false, isWithShift = false }: Shortcut = shortcuts[name]
  const { ctrlKey, metaKey, altKey, shiftKey, isComposing } = event
  if (altKey || isComposing || !areShortcutsOn()) return false
  if (isWithControl ? ctrlKey === metaKey : ctrlKey || metaKey) return false
  // Signs may need Shift to be typed; with a letter or an arrow it means something else.
  const isSign = key.length === 1 && !/[a-z]/.test(key)
  return [key.toLowerCase(), or].includes(event.key.toLowerCase()) && (isSign || shiftKey === isWithShift)
}

/** Whether keys do anything. Kept in a cookie: logging out clears local storage. */
export function areShortcutsOn() {
  return readCookie(cookie) !== 'off'
}

export function switchShortcuts(isOn: boolean) {
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
