import { useEffect } from 'react'

/** The CSS property with the height of the window that an on-screen keyboard covers. It is unset while there is none. */
export const keyboardHeight = '--keyboard-height'

/** Keeps `keyboardHeight` up to date, for browsers in which the keyboard covers the page and does not shrink it. */
export function useKeyboardHeight() {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const root = document.documentElement
    const update = () => {
      // A page that is zoomed in shows a part of itself, too.
      const covered = viewport.scale === 1 ? Math.round(window.innerHeight - viewport.height) : 0
      if (covered > 0) root.style.setProperty(keyboardHeight, `${covered}px`)
      else root.style.removeProperty(keyboardHeight)
    }
    update()
    viewport.addEventListener('resize', update)
    return () => {
      viewport.removeEventListener('resize', update)
      root.style.removeProperty(keyboardHeight)
    }
  }, [])
}
