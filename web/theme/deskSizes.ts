/** Lengths of the desk, in CSS pixels. */
export const deskSizes = {
  queue: { narrow: 280, wide: 320 },
  item: 72,
  details: 300,
  /** The sidebar while the desk is open in a wide window. */
  rail: 64,
  gap: 16,
  /** The list of options above a box. A phone's keyboard leaves less room. */
  offered: 'min(320px, (100dvh - var(--keyboard-height, 0px)) * 0.35)',
  minHeight: 160,
  maxPhoneBox: '30dvh',
} as const

/** The panes that fit beside each other: queue and thread, and in a wide window the details too. */
export const deskPanes = {
  one: '@media (max-width: 767.95px)',
  two: '@media (min-width: 768px)',
  belowThree: '@media (max-width: 1439.95px)',
  three: '@media (min-width: 1440px)',
} as const
