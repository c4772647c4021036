import { useEffect } from 'react'
import { fetchCodeSurely } from '#web/api/fetchCode.ts'
import { whenIdle } from '#web/components/lazy/whenIdle.ts'

/** Sends the messages on this device for as long as this person is signed in, on every page. */
export function useOutboxSending(userId: string) {
  useEffect(() => {
    let stop: (() => void) | undefined
    const unmounting = new AbortController()
    const start = async () => {
      const code = await fetchCodeSurely(() => import('./outbox.ts'), unmounting.signal)
      stop = code?.outboxOf(userId).subscribe(() => {})
    }
    const cancel = whenIdle(() => void start())
    return () => {
      cancel()
      unmounting.abort()
      stop?.()
    }
  }, [userId])
}
