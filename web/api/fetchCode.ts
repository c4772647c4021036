import { beforeNextTry } from './beforeNextTry.ts'
import type { Failure } from './errors.ts'

const partMissing: Failure = {
  status: 0,
  code: 'unreachable',
  message: 'A part of this page could not be loaded. Check your connection, or reload the page',
}

let loading = 0

// A missing page reloads (navigation/reloadOnce.ts). A missing part must not reload it: that would lose typed text.
window.addEventListener('vite:preloadError', (event) => loading && event.stopImmediatePropagation(), { capture: true })

/** Loads code that is not needed at once. Rejects with a `Failure` if it cannot be loaded. */
export async function fetchCode<Module>(load: () => Promise<Module>): Promise<Module> {
  loading++
  try {
    return await load()
  } catch (error) {
    console.error('A part of the page failed to load', error)
    throw partMissing
  } finally {
    loading--
  }
}

/** The same with retries until it is loaded. Undefined after an abort. */
export async function fetchCodeSurely<Module>(load: () => Promise<Module>, signal: AbortSignal) {
  for (let failures = 1; !signal.aborted; failures++) {
    const module = await fetchCode(load).catch(() => undefined)
    if (module) return signal.aborted ? undefined : module
    await beforeNextTry(failures, signal)
  }
  return undefined
}
