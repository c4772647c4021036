import { useState, useSyncExternalStore } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import type { ReturnPoint } from '#web/accounts/signIn/useSignedIn.ts'
import { isSignedIn, wasLoggedOut, watchSession, whoseEnded } from '#web/api/session.ts'
import { paths } from '#web/navigation/paths.ts'

/** Its pages are for whoever is signed in; the moment the session ends, they are left. */
export function RequireSession() {
  const isAllowed = useSyncExternalStore(watchSession, isSignedIn)
  // Not at the next sign-in, but of the session that was there when this page was opened.
  const [hasEnded] = useState(isAllowed)
  const { pathname, search, hash } = useLocation()
  if (isAllowed) return <Outlet />
  const from = pathname + search + hash
  const state: ReturnPoint | undefined = wasLoggedOut() ? undefined : { from, hasEnded, userId: whoseEnded() }
  return <Navigate to={paths.login} replace state={state} />
}
