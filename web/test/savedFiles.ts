import { vi } from 'vitest'

/** Collects the files that the page saves, because jsdom cannot save any. */
export function savedFiles() {
  const saved: Blob[] = []
  const createObjectURL = (blob: Blob) => {
    saved.push(blob)
    return 'blob:'
  }
  Object.assign(URL, { createObjectURL, revokeObjectURL: () => {} })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  return { saved }
}
