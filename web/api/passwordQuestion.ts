import { useSyncExternalStore } from 'react'
import { readUserData, watchSession } from './session.ts'

let waiting: ((isConfirmed: boolean) => void)[] = []
const listeners = new Set<() => void>()

/** Whether the person confirms their password. All requests that wait for it share one question. */
export function askPassword() {
  const asked = readUserData()?._id
  return new Promise<boolean>((resolve) => {
    // Nobody else may answer, and nobody can once the session is over.
    const stopWatching = watchSession(() => readUserData()?._id !== asked && answerPasswordQuestion(false))
    waiting.push((isConfirmed) => {
      stopWatching()
      resolve(isConfirmed)
    })
    notify()
  })
}

export function answerPasswordQuestion(isConfirmed: boolean) {
  const answered = waiting
  waiting = []
  for (const proceed of answered) proceed(isConfirmed)
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
