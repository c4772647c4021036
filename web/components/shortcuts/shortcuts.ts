import { cookieSetting } from '#web/theme/cookie.ts'

interface Shortcut {
  /** The `key` of its keyboard event. */
  key: string
  /** The same key without Shift. */
  unshiftedKey?: string
  /** Ctrl or ⌘. */
  isWithControl?: boolean
  isWithShift?: boolean
}

/** The keys of every shortcut of the product. */
export const shortcuts = {
  help: { key: '?' },
  palette: { key: 'k', isWithControl: true },
  undo: { key: 'z' },
  sidebar: { key: '[' },
  search: { key: '/' },
  create: { key: 'c' },
  next: { key: 'ArrowDown' },
  previous: { key: 'ArrowUp' },
  select: { key: 'x' },
  // Has no listener: the focused row is a link.
  open: { key: 'Enter' },
  replyInList: { key: 'r' },
  nextEnquiry: { key: 'j' },
  previousEnquiry: { key: 'k' },
  reply: { key: 'r' },
  edit: { key: 'e' },
  editStatus: { key: 's' },
  previousDocument: { key: 'ArrowLeft' },
  nextDocument: { key: 'ArrowRight' },
  zoomIn: { key: '+', unshiftedKey: '=' },
  zoomOut: { key: '-' },
  fit: { key: '0' },
  rotate: { key: 'r' },
  send: { key: 'Enter', isWithControl: true },
  print: { key: 'p', isWithControl: true },
  submit: { key: 'Enter', isWithControl: true },
  nextInQueue: { key: 'j' },
  previousInQueue: { key: 'k' },
  answer: { key: 'r' },
  note: { key: 'n' },
  status: { key: 's' },
  hold: { key: 'h' },
  takeOver: { key: 'a' },
  // Has no listener: the queue has a search box like the list.
  searchQueue: { key: '/' },
  cannedResponses: { key: '/' },
  sendAndClose: { key: 'Enter', isWithControl: true, isWithShift: true },
  leaveBox: { key: 'Escape' },
} as const satisfies Record<string, Shortcut>

export type ShortcutName = keyof typeof shortcuts

/** The keys that may be held down. Any other key would repeat a change. */
const movesOn = new Set(['j', 'k', 'ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', '+', '-'])

const setting = cookieSetting('shortcuts')

/** Whether the event is this shortcut. Always false while shortcuts are switched off. */
export function isShortcut(name: ShortcutName, event: KeyboardEvent) {
  const { key, unshiftedKey, isWithControl = false, isWithShift = false }: Shortcut = shortcuts[name]
  const { ctrlKey, metaKey, altKey, shiftKey } = event
  if (altKey || !areShortcutsOn()) return false
  if (event.repeat && !movesOn.has(key)) return false
  if (isWithControl ? ctrlKey === metaKey : ctrlKey || metaKey) return false
  // Shift may be needed to type a symbol; with a letter or an arrow it makes a different shortcut.
  const isSymbol = key.length === 1 && !/[a-z]/.test(key)
  return [key.toLowerCase(), unshiftedKey].includes(event.key.toLowerCase()) && (isSymbol || shiftKey === isWithShift)
}

/** Whether shortcuts are on. */
export function areShortcutsOn() {
  return isOn(setting.read())
}

export function setShortcutsOn(wanted: boolean) {
  setting.write(wanted ? 'on' : 'off')
}

export function useAreShortcutsOn() {
  return isOn(setting.use())
}

function isOn(value: string | undefined) {
  return value !== 'off'
}

/** The label of the Control key, or of the Command key on Apple devices. */
export function controlKey() {
  return /Mac|iPhone|iPad/.test(window.navigator.userAgent) ? '⌘' : 'Ctrl'
}
