/** The visible toasts, newest first, without the text for screen readers. */
export function shownToasts() {
  return toastElements().map((element) => element.textContent)
}

/** The library marks a toast only by its position's style. */
export function toastElements() {
  return [...document.querySelectorAll<HTMLElement>('div[style*="justify-content"]')]
}
