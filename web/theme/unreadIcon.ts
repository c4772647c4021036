const bubble =
  'M13 5h24a9 9 0 0 1 9 9v15a9 9 0 0 1-9 9H26l-9.300 7.200A1.600 1.600 0 0 1 14 44v-6h-1a9 9 0 0 1-9-9V14a9 9 0 0 1 9-9Z'

/** The favicon with a number on it, as a data URL. */
export function unreadIcon(count: number) {
  const text = count > 9 ? '9+' : String(count)
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 50"><path d="${bubble}" fill="#1877F2"/>
    <circle cx="35" cy="34" r="15" fill="#D32F1F"/>
    <text x="35" y="41" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="20" fill="#fff">${text}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`
}
