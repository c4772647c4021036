/** The toasts on the screen, the newest first; not what is read aloud. */
export function shownToasts() {
  return toastElements().map((element) => element.textContent)
}

/** The library marks a toast by nothing but the style that puts it in its place. */
export function toastElements() {
  return [...document.querySelectorAll<HTMLElement>('div[style*="justify-content"]')]
}
