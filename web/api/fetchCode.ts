import { beforeNextTry } from './beforeNextTry.ts'
import type { Failure } from './errors.ts'
import { toastError } from './toasts.ts'

const partMissing: Failure = {
  status: 0,
  code: 'unreachable',
  message: 'A part of this page could not be loaded. Check your connection, or reload the page',
}

// The browser stops what it loads when the person leaves. Safari on iOS has only the second event.
let isLeaving = false
for (const each of ['beforeunload', 'pagehide']) window.addEventListener(each, () => (isLeaving = true))

/** Loads code that is not needed at once. Rejects with a `Failure` if it cannot be loaded. */
export async function fetchCode<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    if (isLeaving) {
      await untilUsed()
      return fetchCode(load)
    }
    console.error('A part of the page failed to load', error)
    throw partMissing
  }
}

/** The person may stay, because the link was a download, or come back. */
function untilUsed() {
  return new Promise<void>((resolve) => {
    const used = new AbortController()
    const use = () => {
      isLeaving = false
      used.abort()
      resolve()
    }
    for (const each of ['pageshow', 'pointerdown', 'keydown']) window.addEventListener(each, use, used)
  })
}

/** The same while a person waits for it: a toast says that it cannot be loaded. */
export async function fetchAskedCode<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await fetchCode(load)
  } catch (error) {
    toastError(partMissing.message)
    throw error
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
