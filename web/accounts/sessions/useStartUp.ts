import { useCallback, useEffect, useState } from 'react'
import type { ChangeEvent } from '#contract/events.ts'
import { isFailure, isRefusal } from '#web/api/errors.ts'
import { fetchCode } from '#web/api/fetchCode.ts'
import { clearSession, readAccessToken, readUserData, saveUserData } from '#web/api/session/session.ts'
import { useRefetchOn } from '#web/events/useRefetchOn.ts'

/**
 * Fetches the user of the stored token once at start-up, where only a refusal by the server ends the session. Later
 * fetches end it only with a 401, as every request does.
 */
export function useStartUp() {
  const [isServerLost, setIsServerLost] = useState(false)
  const fetchUser = useCallback(async (isStartUp: boolean) => {
    if (!readAccessToken()) return {}
    try {
      const { fetchProfile } = await fetchCode(() => import('./fetchProfile.ts'))
      const user = await fetchProfile(!isStartUp)
      // The person may have logged out in the meantime.
      if (readAccessToken()) saveUserData(user)
      setIsServerLost(false)
      return {}
    } catch (error) {
      // Signing out ends the stream of live events, which asks for the user once more.
      if (!isStartUp && !readAccessToken()) return {}
      console.error('Failed to fetch profile', error)
      if (!isStartUp) return { error }
      const isRefused = !isFailure(error) || isRefusal(error)
      if (isRefused) clearSession()
      setIsServerLost(!isRefused)
      return { error }
    }
  }, [])
  // oxlint-disable-next-line react/set-state-in-effect -- the state is set when the response arrives
  useEffect(() => void fetchUser(true), [fetchUser])
  useRefetchOn(affectsCurrentUser, { isFetching: false, refetch: () => fetchUser(false) })
  return { isServerLost, retry: () => void fetchUser(true) }
}

function affectsCurrentUser({ subject, id }: ChangeEvent) {
  return subject === 'company' || (subject === 'user' && id === readUserData()?._id)
}
