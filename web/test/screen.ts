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
