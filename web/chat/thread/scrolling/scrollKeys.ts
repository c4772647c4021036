import type { KeyboardEvent } from 'react'

/** A page is a little less than what is visible, so that the reader finds the last line again. */
const page = 0.875

const distances: Record<string, (box: HTMLElement) => number> = {
  PageUp: ({ clientHeight }) => -page * clientHeight,
  PageDown: ({ clientHeight }) => page * clientHeight,
  Home: ({ scrollTop }) => -scrollTop,
  End: ({ scrollHeight }) => scrollHeight,
}

/**
 * Scrolls by a page, or to an end, in one step. Browsers animate these keys, and WebKit stops the animation when the
 * thread corrects its place by the height of a row that comes into view.
 */
export function scrollByKey(event: KeyboardEvent<HTMLElement>) {
  const { key, currentTarget: box } = event
  const distance = distances[key]
  const isModified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey
  // Menus and dialogs of a message are not inside the box.
  if (!distance || isModified || !box.contains(event.target as Node)) return
  event.preventDefault()
  box.scrollBy({ top: distance(box) })
  // The browser's own event comes a frame later. Until then, a correction would start from the place before.
  box.dispatchEvent(new Event('scroll'))
}
