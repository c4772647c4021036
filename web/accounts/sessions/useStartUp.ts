import { useCallback, useEffect, useState } from 'react'
import type { ChangeEvent } from '#contract/events.ts'
import { isFailure, isRefusal } from '#web/api/errors.ts'
import { fetchCode } from '#web/api/fetchCode.ts'
import { clearSession, readAccessToken, readUserData, saveUserData } from '#web/api/session.ts'
import { useRefetchOn } from '#web/events/useRefetchOn.ts'

/**
 * Asks the server, once, who the stored token belongs to: only its refusal ends the session. Later, in the middle of
 * work, no failure does but that the session is over, which every request takes notice of.
 */
export function useStartUp() {
  const [isServerLost, setIsServerLost] = useState(false)
  const ask = useCallback(async (isStart: boolean) => {
    if (!readAccessToken()) return {}
    try {
      const { fetchProfile } = await fetchCode(() => import('./fetchProfile.ts'))
      const user = await fetchProfile()
      // Whoever has left in the meantime stays gone.
      if (readAccessToken()) saveUserData(user)
      setIsServerLost(false)
      return {}
    } catch (error) {
      console.error('Failed to fetch profile', error)
      if (!isStart) return { error }
      const isRefused = !isFailure(error) || isRefusal(error)
      if (isRefused) clearSession()
      setIsServerLost(!isRefused)
      return { error }
    }
  }, [])
  // oxlint-disable-next-line react/set-state-in-effect -- it is set once the answer has come
  useEffect(() => void ask(true), [ask])
  useRefetchOn(isAboutMe, { isFetching: false, refetch: () => ask(false) })
  return { isServerLost, retry: () => void ask(true) }
}

function isAboutMe({ subject, id }: ChangeEvent) {
  return subject === 'company' || (subject === 'user' && id === readUserData()?._id)
}
