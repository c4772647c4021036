import { vi } from 'vitest'

let width = 1440

/** Sets the width of the screen, which jsdom does not have. */
export function showWidth(pixels: number) {
  width = pixels
  window.matchMedia = (query) => ({
    matches: matches(query),
    media: query,
    onchange: null,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
    dispatchEvent: () => false,
  })
}

function matches(query: string) {
  const minWidth = /min-width:\s*([\d.]+)px/.exec(query)?.[1]
  const maxWidth = /max-width:\s*([\d.]+)px/.exec(query)?.[1]
  if (!minWidth && !maxWidth) return false
  return width >= Number(minWidth ?? 0) && width <= Number(maxWidth ?? Infinity)
}

/** Gives elements a size for the rest of the test, which jsdom does not have: then long lists and threads are in view as a whole. */
export function showWholeLists() {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(20_000)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(60)
}
