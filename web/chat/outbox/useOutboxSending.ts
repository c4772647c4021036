import { useEffect } from 'react'
import { fetchCodeSurely } from '#web/api/fetchCode.ts'
import { whenIdle } from '#web/components/lazy/whenIdle.ts'

/** Sends what waits on this device for as long as this person is signed in, whatever page they are on. */
export function useOutboxSending(userId: string) {
  useEffect(() => {
    let stop: (() => void) | undefined
    const leaving = new AbortController()
    const start = async () => {
      const code = await fetchCodeSurely(() => import('./outbox.ts'), leaving.signal)
      stop = code?.outboxOf(userId).subscribe(() => {})
    }
    const cancel = whenIdle(() => void start())
    return () => {
      cancel()
      leaving.abort()
      stop?.()
    }
  }, [userId])
}
