import { useEffect, useEffectEvent } from 'react'
import { readUserData, watchSession } from '#web/api/session.ts'

/** What one person has done is not for the next one to see. */
export function useClosedWithSession(onClosed: () => void) {
  const close = useEffectEvent(onClosed)
  useEffect(
    () =>
      watchSession(() => {
        if (!readUserData()) close()
      }),
    [],
  )
}
