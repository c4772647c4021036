import '@testing-library/jest-dom/vitest'
import 'fake-indexeddb/auto'
import { cleanup, configure, prettyDOM } from '@testing-library/react'
import { toast } from 'react-hot-toast'
import { afterEach, beforeEach, vi } from 'vitest'
import { forgetEverything } from '#web/storage/database.ts'
import { showWidth } from './screen.ts'

// The first page of a test file waits until Vite has transformed its chunks.
configure({ asyncUtilTimeout: 60_000, getElementError: describeWhenRead })

leaveTextBoxesUnmeasured()

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
  toast.remove()
  vi.useRealTimers()
  vi.restoreAllMocks()
  window.localStorage.clear()
  window.sessionStorage.clear()
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0`
})

/**
 * MUI measures a text box at each keystroke to set its height, unless its width is 0. In jsdom, which has no layout, the
 * heights are always 0, but computing the styles took a fifth of the time of the desk's tests. All styles except the width
 * are computed when something reads them, so checks of visibility stay true.
 */
function leaveTextBoxesUnmeasured() {
  const compute = window.getComputedStyle.bind(window)
  window.getComputedStyle = (element, pseudo) =>
    element instanceof HTMLTextAreaElement ? widthless(() => compute(element, pseudo)) : compute(element, pseudo)
}

function widthless(compute: () => CSSStyleDeclaration) {
  let styles: CSSStyleDeclaration | undefined
  return new Proxy({} as CSSStyleDeclaration, {
    get(_, name) {
      if (name === 'width') return '0px'
      styles ??= compute()
      const value: unknown = Reflect.get(styles, name)
      return typeof value === 'function' ? value.bind(styles) : value
    },
  })
}

/** Prints the page's HTML only when someone reads the error: printing it at each failed poll took a quarter of the time. */
function describeWhenRead(message: string | null, container: Element) {
  const error = new Error()
  error.name = 'TestingLibraryElementError'
  Error.captureStackTrace(error, describeWhenRead)
  const describe = () => [message, prettyDOM(container)].filter(Boolean).join('\n\n')
  return Object.defineProperty(error, 'message', { get: describe, configurable: true })
}
