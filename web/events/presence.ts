import { useSyncExternalStore } from 'react'
import type { PresenceEvent } from '#contract/events.ts'

export type PresentPerson = PresenceEvent['people'][number]

const noPeople: PresentPerson[] = []
let present: ReadonlyMap<string, PresentPerson[]> = new Map()
const listeners = new Set<() => void>()

export function notePresence({ enquiry, people }: PresenceEvent) {
  present = new Map(present).set(enquiry, people)
  for (const listener of listeners) listener()
}

/** A new stream sends everyone's presence again. */
export function forgetPresence() {
  present = new Map()
  for (const listener of listeners) listener()
}

export function allPresence(): PresenceEvent[] {
  return [...present].map(([enquiry, people]) => ({ enquiry, people }))
}

export function usePresent(enquiry: string) {
  return useSyncExternalStore(subscribe, () => present.get(enquiry) ?? noPeople)
}

/** Everyone who has an enquiry open, by the id of the enquiry. */
export function useAllPresent() {
  return useSyncExternalStore(subscribe, () => present)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
