import type { Theme } from '@mui/material/styles'
import { useRef } from 'react'
import { useShortcut } from '#web/components/shortcuts/useShortcut.ts'

/** Marks the link of each row or card. */
export const rowLink = 'row-link'

/** The arrows go through the rows. A row that vanished under the focus hands it to the one now in its place. */
export function useRowFocus() {
  const place = useRef(-1)
  const move = (step: 1 | -1) => {
    const links = [...document.querySelectorAll<HTMLElement>(`.${rowLink}`)]
    const focused = links.findIndex((link) => link.closest('tr, li')?.contains(document.activeElement))
    const next = focused < 0 ? place.current : focused + step
    place.current = Math.max(0, Math.min(next, links.length - 1))
    links[place.current]?.focus()
  }
  useShortcut('next', () => move(1))
  useShortcut('previous', () => move(-1))
}

/** Fades from a tint to nothing: where something has come by itself the eye is led to it once. */
export const freshLook = (theme: Theme) => ({
  animation: 'fresh 2.5s ease-out',
  '@keyframes fresh': { from: { backgroundColor: theme.alpha(theme.vars!.palette.primary.main, 0.16) } },
})
