import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Satisfaction } from '#contract/customers/satisfaction.ts'
import type { CustomerThread, ExpiredLink } from '#contract/customers/thread.ts'
import { beforeNextTry } from '#web/api/beforeNextTry.ts'
import { isFailure } from '#web/api/errors.ts'
import { withEarlier, withNewest } from './mergedThread.ts'
import { expiredLinkOf, fetchThread, listen } from './threadApi.ts'

/** A stream that ends earlier counts as a failure. */
const shortestStreamMs = 5000

export type Opened =
  | { kind: 'opening' }
  | { kind: 'open'; thread: CustomerThread }
  | { kind: 'expired'; link: ExpiredLink }
  | { kind: 'gone' }
  | { kind: 'failed' }

/** The thread behind a link, which stays as new as the server's. The caller mounts again for another link. */
export function useCustomerThread(token: string) {
  const [opened, setOpened] = useState<Opened>({ kind: 'opening' })
  const [isLoadingEarlier, setIsLoadingEarlier] = useState(false)
  const latest = useRef(0)
  /** Returns whether the link still works. */
  const load = async () => {
    const turn = ++latest.current
    const result = await fetchThread(token).catch((error: unknown) => ({ error }))
    // A later request has more recent content.
    if (turn !== latest.current) return true
    if (!('error' in result)) {
      setOpened((now) => ({ kind: 'open', thread: withNewest(threadOf(now), result) }))
      return true
    }
    setOpened((now) => afterFailure(now, result.error))
    return !isEnded(result.error)
  }
  const loadBefore = async (seq: number) => {
    const earlier = await fetchThread(token, seq)
    setOpened((now) => {
      const known = threadOf(now)
      return known ? { kind: 'open', thread: withEarlier(known, earlier) } : now
    })
    return earlier
  }
  const loadEarlier = async () => {
    const first = threadOf(opened)?.messages[0]
    if (!first || isLoadingEarlier) return
    setIsLoadingEarlier(true)
    await loadBefore(first.seq).catch((error: unknown) => console.error('Failed to fetch messages', error))
    setIsLoadingEarlier(false)
  }
  const noteRating = (satisfaction: Satisfaction) => {
    setOpened((now) => {
      const known = threadOf(now)
      return known ? { kind: 'open', thread: { ...known, satisfaction } } : now
    })
    // A response that is under way may still be without the rating.
    void load()
  }
  const isLost = useLive(token, opened.kind === 'open', load)
  const loadFirst = useEffectEvent(load)
  useEffect(() => {
    const begin = async () => {
      await loadFirst()
    }
    void begin()
  }, [])
  const retry = () => {
    setOpened({ kind: 'opening' })
    void load()
  }
  return { opened, isLost, isLoadingEarlier, retry, load, noteRating, loadEarlier, loadBefore }
}

function threadOf(opened: Opened) {
  return opened.kind === 'open' ? opened.thread : undefined
}

function isEnded(error: unknown) {
  return isFailure(error) && (error.status === 404 || error.status === 410)
}

/** The page keeps its content while the server cannot be reached. */
function afterFailure(now: Opened, error: unknown): Opened {
  const link = expiredLinkOf(error)
  if (link) return { kind: 'expired', link }
  if (isEnded(error)) return { kind: 'gone' }
  return now.kind === 'open' ? now : { kind: 'failed' }
}

/** Reloads at each event of the stream. Returns whether the connection is lost. */
function useLive(token: string, isOpen: boolean, load: () => Promise<boolean>) {
  const [isLost, setIsLost] = useState(false)
  const reload = useEffectEvent(load)
  useEffect(() => {
    if (!isOpen) return
    const leaving = new AbortController()
    const { signal } = leaving
    const stayConnected = async () => {
      for (let failures = 1; !signal.aborted; failures++) {
        const began = performance.now()
        let isSentAway = false
        try {
          await listen(token, signal, (kind) => {
            if (kind === 'hello') setIsLost(false)
            isSentAway = kind === 'leave'
            if (isSentAway) return
            // Something may have changed before the stream was connected.
            void reload()
          })
        } catch {
          // The next attempt follows, unless the link has ended.
        }
        if (signal.aborted) return
        if (!(await reload())) return
        if (performance.now() - began > shortestStreamMs) failures = 1
        if (!isSentAway) setIsLost(true)
        await beforeNextTry(failures, signal)
      }
    }
    void stayConnected()
    return () => leaving.abort()
  }, [token, isOpen])
  return isLost && isOpen
}
