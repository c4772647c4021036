import { useState, useSyncExternalStore } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import type { ReturnPoint } from '#web/accounts/signIn/useSignedIn.ts'
import { isSignedIn, wasLoggedOut, watchSession, whoseEnded } from '#web/api/session/session.ts'
import { paths } from '#web/navigation/paths.ts'

/** Shows its pages to signed-in people only, and leaves them as soon as the session ends. */
export function RequireSession() {
  const isAllowed = useSyncExternalStore(watchSession, isSignedIn)
  // Whether a session existed when this page opened, so that sign-in can say that it has ended.
  const [hasEnded] = useState(isAllowed)
  const { pathname, search, hash } = useLocation()
  if (isAllowed) return <Outlet />
  const from = pathname + search + hash
  const state: ReturnPoint | undefined = wasLoggedOut() ? undefined : { from, hasEnded, userId: whoseEnded() }
  return <Navigate to={paths.login} replace state={state} />
}
