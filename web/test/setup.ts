import '@testing-library/jest-dom/vitest'
import 'fake-indexeddb/auto'
import { cleanup, configure, prettyDOM } from '@testing-library/react'
import { toast } from 'react-hot-toast'
import { afterEach, beforeEach, vi } from 'vitest'
import { forgetEverything } from '#web/storage/database.ts'
import { showWidth } from './screen.ts'
import { hideStyles, leaveOutStyles } from './styles/styles.ts'

// The first page of a test file waits until Vite has transformed its chunks.
configure({ asyncUtilTimeout: 60_000, getElementError: describeWhenRead })

leaveOutStyles()

beforeEach(async () => {
  // Before the test, not after the last one: a page that is left still saves the last typing.
  await forgetEverything()
  showWidth(1440)
  window.scrollTo = vi.fn<() => void>()
  // Requests that bypass the fake server never get a response.
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  window.HTMLElement.prototype.scrollIntoView = vi.fn<() => void>()
})

afterEach(() => {
  cleanup()
  hideStyles()
  toast.remove()
  vi.useRealTimers()
  vi.restoreAllMocks()
  window.localStorage.clear()
  window.sessionStorage.clear()
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0`
})

/** Prints the page's HTML only when someone reads the error: printing it at each failed poll took a quarter of the time. */
function describeWhenRead(message: string | null, container: Element) {
  const error = new Error()
  error.name = 'TestingLibraryElementError'
  Error.captureStackTrace(error, describeWhenRead)
  const describe = () => [message, prettyDOM(container)].filter(Boolean).join('\n\n')
  return Object.defineProperty(error, 'message', { get: describe, configurable: true })
}
