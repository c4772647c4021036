import { readUserData } from '#web/api/session/session.ts'

/** Of a response that names no event: it may lack any. */
const none = -1

let earliest: { userId: string | undefined; no: number } | undefined
const listeners = new Set<(no: number) => void>()

/** Takes the number of the last event that a response contains, from its header. */
export function noteEventNumber(header: unknown) {
  const no = Number(header ?? none)
  const userId = readUserData()?._id
  earliest = { userId, no: earliest && earliest.userId === userId ? Math.min(earliest.no, no) : no }
  for (const listener of listeners) listener(no)
}

/** The number of the last event that all responses to this person contain; undefined before the first one. */
export function eventInAllResponses(userId: string) {
  return earliest?.userId === userId ? earliest.no : undefined
}

/** Calls `listener` once, if a later response lacks an event up to this number. */
export function onResponseBefore(start: number, listener: () => void) {
  const check = (no: number) => {
    if (no >= start) return
    listeners.delete(check)
    listener()
  }
  listeners.add(check)
}

export function forgetEventNumbers() {
  earliest = undefined
  listeners.clear()
}
