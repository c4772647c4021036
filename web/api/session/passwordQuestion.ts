import { useSyncExternalStore } from 'react'
import { readUserData, watchSession } from './session.ts'

let waiting: ((isConfirmed: boolean) => void)[] = []
const listeners = new Set<() => void>()

/** Asks for the password; resolves to whether it was confirmed. All waiting requests share one dialog. */
export function askPassword() {
  const userId = readUserData()?._id
  return new Promise<boolean>((resolve) => {
    // Cancelled when the session ends or another person signs in.
    const stopWatching = watchSession(() => readUserData()?._id !== userId && answerPasswordQuestion(false))
    waiting.push((isConfirmed) => {
      stopWatching()
      resolve(isConfirmed)
    })
    notify()
  })
}

export function answerPasswordQuestion(isConfirmed: boolean) {
  const settled = waiting
  waiting = []
  for (const proceed of settled) proceed(isConfirmed)
  notify()
}

export function useIsPasswordAsked() {
  return useSyncExternalStore(subscribe, () => waiting.length > 0)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notify() {
  for (const listener of listeners) listener()
}
