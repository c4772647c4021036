/** Lengths of the list, in CSS pixels. */
export const listSizes = {
  rows: { compact: 44, tall: 56 },
  /** The width of the window from which the list is a table. */
  tableFrom: 744,
  card: 146,
  pagination: 52,
  /** The checkbox that selects a row. */
  select: 36,
  drawing: 200,
  rolesPicture: 360,
  drawingRatio: '240 / 176',
  /** The smallest target for a finger or a pointer (WCAG 2.2, 2.5.8). */
  target: 24,
  tab: 48,
  viewChip: 200,
  badge: 20,
  columns: {
    select: 48,
    id: 108,
    type: 140,
    /** A wide list has room for the pictures. */
    person: { '@': 106, '@1200': 152 },
    status: 116,
    count: 44,
    moment: 84,
    actions: 52,
  },
  /** The width of the list from which it shows the columns that narrow ones leave out. */
  columnsFrom: { type: 800, requester: 940, counts: 1040, pictures: 1200 },
} as const
