import { screen } from '@testing-library/react'

/** The visible toasts, newest first, without the text for screen readers. */
export function shownToasts() {
  return toastElements().map((element) => element.textContent)
}

/** The mark of a place where something failed, which offers to try again. */
export function findMark(text: string) {
  return screen.findByText(text, { selector: '.MuiAlert-message' })
}

/** The library marks a toast only by its position's style. */
export function toastElements() {
  return [...document.querySelectorAll<HTMLElement>('div[style*="justify-content"]')]
}
