import { useState } from 'react'
import { readCookie, writeCookie } from '#web/theme/cookie.ts'
import { listSizes } from '#web/theme/listSizes.ts'

export type RowHeight = keyof typeof listSizes.rows

const cookie = 'rowHeight'

/** The height of the table's rows that the person has chosen on this device. Signing out keeps it, as it does the colour mode. */
export function useRowHeight() {
  const [rowHeight, setRowHeight] = useState<RowHeight>(() => (readCookie(cookie) === 'tall' ? 'tall' : 'compact'))
  const choose = (chosen: RowHeight) => {
    writeCookie(cookie, chosen)
    setRowHeight(chosen)
  }
  return [rowHeight, choose] as const
}
