import type { ChangeEvent } from '#contract/events.ts'

/** A change; or `null` if the page missed events and has to refetch everything on the screen. */
export type News = ChangeEvent | null

const listeners = new Set<(news: News) => void>()

export function publishNews(news: News) {
  for (const listener of listeners) listener(news)
}

/** Calls `listener` with all later news. Returns a function that stops this. */
export function onNews(listener: (news: News) => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
