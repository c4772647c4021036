/** Lengths of the list, in CSS pixels. */
export const listSizes = {
  row: 64,
  card: 146,
  pagination: 52,
  /** The checkbox that selects a row. */
  select: 36,
  drawing: 200,
  rolesPicture: 360,
  drawingRatio: '240 / 176',
  /** The smallest target for a finger or a pointer (WCAG 2.2, 2.5.8). */
  target: 24,
  badge: 20,
  columns: {
    select: { xs: 52 },
    id: { xs: 112 },
    type: { xs: 104, xl: 180 },
    person: { xs: 'clamp(116px, 10vw, 144px)', xl: 200 },
    status: { xs: 118, xl: 140 },
    count: { xs: 44, xl: 60 },
    moment: { xs: 84, xl: 120 },
    actions: { xs: 56 },
  },
} as const
