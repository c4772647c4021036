import { useSyncExternalStore } from 'react'
import { readCookie, writeCookie } from '#web/theme/cookie.ts'
import type { listSizes } from '#web/theme/listSizes.ts'

export type RowHeight = keyof typeof listSizes.rows

const cookie = 'rowHeight'
const listeners = new Set<() => void>()

/** The height of the table's rows that the person has chosen on this device. Signing out keeps it, as it does the colour mode. */
export function useRowHeight() {
  const rowHeight = useSyncExternalStore(subscribe, readRowHeight)
  return [rowHeight, chooseRowHeight] as const
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function readRowHeight(): RowHeight {
  return readCookie(cookie) === 'tall' ? 'tall' : 'compact'
}

function chooseRowHeight(rowHeight: RowHeight) {
  writeCookie(cookie, rowHeight)
  for (const listener of listeners) listener()
}
