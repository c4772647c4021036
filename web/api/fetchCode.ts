import { beforeNextTry } from './beforeNextTry.ts'
import type { Failure } from './errors.ts'

const partMissing: Failure = {
  status: 0,
  code: 'unreachable',
  message: 'A part of this page could not be loaded. Check your connection, or reload the page',
}

let underWay = 0

// A missing page is loaded anew; a missing part of one must not be, for something may have been typed in it.
window.addEventListener('vite:preloadError', (event) => underWay && event.stopImmediatePropagation(), { capture: true })

/** Code that is not needed at once. Rejects with a `Failure` when it cannot be fetched. */
export async function fetchCode<Module>(load: () => Promise<Module>): Promise<Module> {
  underWay++
  try {
    return await load()
  } catch (error) {
    console.error('Failed to fetch a part of the page', error)
    throw partMissing
  } finally {
    underWay--
  }
}

/** The same, but tried again until it is there. Undefined once it is not wanted any more. */
export async function fetchCodeSurely<Module>(load: () => Promise<Module>, signal: AbortSignal) {
  for (let failures = 1; !signal.aborted; failures++) {
    const module = await fetchCode(load).catch(() => undefined)
    if (module) return signal.aborted ? undefined : module
    await beforeNextTry(failures, signal)
  }
  return undefined
}
