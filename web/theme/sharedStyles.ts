import { fabRoom } from './sizes.ts'

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

/** For a row that would otherwise end below the chat button. */
export const besideFab = { pr: `var(${fabRoom}, 0px)` } as const
