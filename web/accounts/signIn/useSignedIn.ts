import { useLocation } from 'react-router'
import type { SignedIn, User } from '#contract/accounts.ts'
import { saveSession } from '#web/api/session/session.ts'
import { paths } from '#web/navigation/paths.ts'
import { useRouter } from '#web/navigation/useRouter.ts'

/** Where to return after signing in; the router state of the sign-in page. */
export interface ReturnPoint {
  from: string
  /** A session ended there, and not by logging out. */
  hasEnded: boolean
  /** The user of that session, if there was one. */
  userId?: string
  /** The page there needs no session, so people who cannot sign in may go back to it. */
  isOpenToAll?: true
}

/** Stores the new session, and goes to the return point or to where the work of this role begins. */
export function useSignedIn() {
  const { replace } = useRouter()
  const { state } = useLocation()
  return (session: SignedIn) => {
    saveSession(session)
    const { userData } = session
    void replace(isReturnPoint(state) && isReturnPointOf(userData, state) ? state.from : landingOf(userData))
  }
}

/** Another user starts afresh, and so does a visitor who asked for no page in particular. */
function isReturnPointOf({ _id }: User, { from, hasEnded, userId = _id }: ReturnPoint) {
  return userId === _id && (hasEnded || from !== paths.home)
}

/** Agents answer, members follow what they have raised. Read from the role: the abilities would add to this page's code. */
function landingOf({ _id, role }: User) {
  if (role === 'agent') return paths.desk
  return role === 'member' ? paths.raisedBy(_id) : paths.home
}

/** Accepts only a path of this site: `//` would lead to another one. */
export function isReturnPoint(state: any): state is ReturnPoint {
  return typeof state?.from === 'string' && /^\/(?!\/)/.test(state.from)
}
