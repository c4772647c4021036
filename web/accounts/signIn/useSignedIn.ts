import { useLocation } from 'react-router'
import type { SignedIn, User } from '#contract/accounts.ts'
import { saveSession } from '#web/api/session.ts'
import { paths } from '#web/navigation/paths.ts'
import { useRouter } from '#web/navigation/useRouter.ts'

/** Where to return after signing in; the router state of the sign-in page. */
export interface ReturnPoint {
  from: string
  /** A session ended there, and not by logging out. */
  hasEnded: boolean
  /** The user of that session, if there was one. */
  userId?: string
}

/** Stores the new session, and goes to the return point or to the home page. */
export function useSignedIn() {
  const { replace } = useRouter()
  const { state } = useLocation()
  return (session: SignedIn) => {
    saveSession(session)
    void replace(isReturnPoint(state) && isReturnPointOf(session.userData, state) ? state.from : paths.home)
  }
}

/** Another user starts on the home page. */
function isReturnPointOf({ _id }: User, { userId = _id }: ReturnPoint) {
  return userId === _id
}

/** Accepts only a path of this site: `//` would lead to another one. */
export function isReturnPoint(state: any): state is ReturnPoint {
  return typeof state?.from === 'string' && /^\/(?!\/)/.test(state.from)
}
