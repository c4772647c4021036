/** Lengths of the desk, in CSS pixels. */
export const deskSizes = {
  queue: { narrow: 280, wide: 320 },
  item: 72,
  details: { narrow: 280, wide: 300 },
  /** With this room beside the sidebar, queue, thread and details fit beside each other. */
  threePanes: 1130,
  gap: 16,
  /** The list of options above a box. A phone's keyboard leaves less room. */
  offered: 'min(320px, (100dvh - var(--keyboard-height, 0px)) * 0.35)',
  minHeight: 160,
  maxPhoneBox: '30dvh',
} as const

/** The panes that fit beside each other in this window. Three also need `deskSizes.threePanes`. */
export const deskPanes = {
  one: '@media (max-width: 767.95px)',
  two: '@media (min-width: 768px)',
} as const
