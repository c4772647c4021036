import { useEffect, useEffectEvent, useRef } from 'react'
import type { ChangeEvent } from '#contract/events.ts'
import { isFailure, isPassing } from '#web/api/errors.ts'
import { coalesce } from './coalesce.ts'
import { onNews } from './news.ts'

interface Refetchable {
  isFetching: boolean
  refetch: () => PromiseLike<{ error?: unknown }>
  /** Whether it is shown also where the page is not, as in the title of a tab. */
  isShownHidden?: boolean
}

/**
 * Asks anew for what is shown when it has changed: within moments, at most once a second, and until the server has
 * answered.
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
      if (news === null || isShown(news)) refetching.ask()
    })
    return () => {
      stopListening()
      refetching.stop()
    }
  }, [isShownHidden])
  // What happened while an answer was under way may not be in it.
  useEffect(() => {
    if (!isFetching) resume.current?.()
  }, [isFetching])
}
