import { cookieSetting } from '#web/theme/cookie.ts'

export type RowHeight = 'compact' | 'tall'

const setting = cookieSetting('rowHeight')

/** The height of the table's rows that the person has chosen in this browser. */
export function useRowHeight() {
  const rowHeight: RowHeight = setting.use() === 'tall' ? 'tall' : 'compact'
  return [rowHeight, (chosen: RowHeight) => setting.write(chosen)] as const
}
