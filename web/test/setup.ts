import '@testing-library/jest-dom/vitest'
import 'fake-indexeddb/auto'
import { cleanup, configure, prettyDOM } from '@testing-library/react'
import { toast } from 'react-hot-toast'
import { afterEach, beforeEach, vi } from 'vitest'
import { forgetEverything } from '#web/storage/database.ts'
import { showWidth } from './screen.ts'

// The first page of a file waits for its chunks to be transformed.
configure({ asyncUtilTimeout: 60_000, getElementError: describeWhenRead })

beforeEach(async () => {
  // Not after a test: as its page is left, it writes down what was typed last.
  await forgetEverything()
  showWidth(1440)
  window.scrollTo = vi.fn<() => void>()
  // What is not asked through the fake server is not answered.
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  window.HTMLElement.prototype.scrollIntoView = vi.fn<() => void>()
})

afterEach(() => {
  cleanup()
  toast.remove()
  vi.useRealTimers()
  vi.restoreAllMocks()
  window.localStorage.clear()
  window.sessionStorage.clear()
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0`
})

/** What is missing, and what the page shows: drawn up at each vain look it was a quarter of a file's work. */
function describeWhenRead(message: string | null, container: Element) {
  const error = new Error()
  error.name = 'TestingLibraryElementError'
  Error.captureStackTrace(error, describeWhenRead)
  const describe = () => [message, prettyDOM(container)].filter(Boolean).join('\n\n')
  return Object.defineProperty(error, 'message', { get: describe, configurable: true })
}
