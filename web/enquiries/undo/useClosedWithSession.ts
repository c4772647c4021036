import { useEffect, useEffectEvent } from 'react'
import { readUserData, watchSession } from '#web/api/session/session.ts'

/** The next person to sign in must not see what this one has done. */
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
