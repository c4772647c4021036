/** Lengths of the list, in CSS pixels. Those that no code needs are in styles/. */
export const listSizes = {
  /** The width of the window from which the list is a table. */
  tableFrom: 744,
  drawing: 200,
  rolesPicture: 360,
  drawingRatio: '240 / 176',
  viewChip: 200,
  badge: 20,
} as const
