import { useLocation } from 'react-router'
import type { SignedIn, User } from '#contract/accounts.ts'
import { saveSession } from '#web/api/session.ts'
import { paths } from '#web/navigation/paths.ts'
import { useRouter } from '#web/navigation/useRouter.ts'

/** What the sign-in page is told about where the person came from. */
export interface CameFrom {
  from: string
  /** They were signed in there, and it was not they who ended it. */
  hasEnded: boolean
  /** Who was there; unknown when nobody was. */
  userId?: string
}

/** Starts the session that the server gave, where the person wanted to be. */
export function useSignedIn() {
  const { replace } = useRouter()
  const { state } = useLocation()
  return (session: SignedIn) => {
    saveSession(session)
    void replace(isCameFrom(state) && isFor(session.userData, state) ? state.from : paths.home)
  }
}

/** Where one person was is no place for another to begin. */
function isFor({ _id }: User, { userId = _id }: CameFrom) {
  return userId === _id
}

/** A path of ours, never another site. */
export function isCameFrom(state: any): state is CameFrom {
  return typeof state?.from === 'string' && /^\/(?!\/)/.test(state.from)
}
