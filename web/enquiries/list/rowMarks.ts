import type { Theme } from '@mui/material/styles'
import { useRef } from 'react'
import { useShortcut } from '#web/components/shortcuts/useShortcut.ts'

/** The class of the link in each row or card. */
export const rowLink = 'row-link'

/** Moves the focus through the rows with the arrow keys. If the focused row was removed, the one in its place gets it. */
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

/** Fades from a tint to nothing, once, on rows that someone else's change brought in. */
export const freshLook = (theme: Theme) => ({
  animation: 'fresh 2.5s ease-out',
  '@keyframes fresh': { from: { backgroundColor: theme.alpha(theme.vars!.palette.primary.main, 0.16) } },
})
