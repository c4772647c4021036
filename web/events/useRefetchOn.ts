import { useEffect, useEffectEvent, useRef } from 'react'
import type { ChangeEvent } from '#contract/events.ts'
import { isFailure, isPassing } from '#web/api/errors.ts'
import { coalesce } from './coalesce.ts'
import { onNews } from './news.ts'

interface Refetchable {
  isFetching: boolean
  refetch: () => PromiseLike<{ error?: unknown }>
  /** Whether it is visible while the tab is hidden, like the tab's title. */
  isShownHidden?: boolean
}

/**
 * Refetches when a live event matches: at once, but at most once a second, with retries until the server responds.
 */
export function useRefetchOn(
  isAbout: (event: ChangeEvent) => boolean,
  { isFetching, refetch, isShownHidden }: Refetchable,
) {
  const work = useEffectEvent(async () => {
    const { error } = await refetch()
    return !isFailure(error) || !isPassing(error)
  })
  const isBusy = useEffectEvent(() => isFetching)
  const isShown = useEffectEvent(isAbout)
  const resume = useRef<() => void>(undefined)
  useEffect(() => {
    const refetching = coalesce(
      () => work(),
      () => isBusy(),
      isShownHidden,
    )
    resume.current = refetching.resume
    const stopListening = onNews((news) => {
      if (news === null || isShown(news)) refetching.request()
    })
    return () => {
      stopListening()
      refetching.stop()
    }
  }, [isShownHidden])
  // A response may miss changes that happened while it was on its way.
  useEffect(() => {
    if (!isFetching) resume.current?.()
  }, [isFetching])
}
