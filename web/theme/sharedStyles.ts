import { fabRoom, sizes } from './sizes.ts'

/** A group of inputs, without the frame that browsers draw around a fieldset. */
export const bareFieldset = { border: 0, m: 0, p: 0, minWidth: 0 } as const

/** For text that screen readers read aloud and nobody sees. */
export const visuallyHidden = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const

/** Styles for windows with at least this room beside the sidebar, in CSS pixels. A collapsed sidebar leaves more. */
export function besideSidebar(room: number, styles: object) {
  return {
    [`@media (min-width: ${room + sizes.sidebar}px)`]: styles,
    [`@media (min-width: ${room + sizes.rail}px)`]: { '[data-sidebar=collapsed] &': styles },
  }
}

/** For a row that would otherwise end below the chat button. */
export const besideFab = { pr: `var(${fabRoom}, 0px)` } as const

/** The media query of devices that are only touched, such as phones. */
export const withoutKeyboard = '@media (hover: none) and (pointer: coarse)'

/** The media query of phones and of devices that are touched, where targets have the size of a finger (`sizes.finger`). */
export const touched = '@media (max-width: 599.95px), (pointer: coarse)'

/** For a link or a switch on a line of its own, which is a target for a finger where the screen is touched. */
export const fingerHigh = {
  [touched]: { display: 'inline-flex', alignItems: 'center', minHeight: sizes.finger },
} as const
