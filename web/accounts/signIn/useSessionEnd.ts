import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { onSessionEnded } from '#web/api/session/session.ts'
import { paths } from '#web/navigation/paths.ts'
import { useRouter } from '#web/navigation/useRouter.ts'
import type { ReturnPoint } from './useSignedIn.ts'

/** Leads from the pages that need no session to the sign-in page when the server ends the session. */
export function useSessionEnd() {
  const { replace } = useRouter()
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (pathname === paths.login) return undefined
    return onSessionEnded(() => void replace(paths.login, returnPointOf(pathname, search)))
  }, [pathname, search, replace])
}

/** Nobody wants to return to an empty form or to a page that is missing, but everybody to a page that was opened by a link. */
function returnPointOf(pathname: string, search: string): ReturnPoint | undefined {
  return search ? { from: pathname + search, hasEnded: false, isOpenToAll: true } : undefined
}
