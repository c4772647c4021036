import type { ChangeEvent } from '#contract/events.ts'

/** Something has changed; or, with `null`, so much was missed that all that is shown is to be asked anew. */
export type News = ChangeEvent | null

const listeners = new Set<(news: News) => void>()

export function tellNews(news: News) {
  for (const listener of listeners) listener(news)
}

/** Calls back with all news from now on. Returns how to stop. */
export function onNews(listener: (news: News) => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
