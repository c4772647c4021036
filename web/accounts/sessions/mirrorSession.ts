import type { Dispatch } from '@reduxjs/toolkit'
import type { User } from '#contract/accounts.ts'
import { userDataChanged } from '#web/accounts/accountSlice.ts'
import { api } from '#web/api/api.ts'
import { readUserData, watchSession } from '#web/api/session.ts'

/** Keeps the store as local storage is; what was fetched for one user is not shown to the next. */
export function mirrorSession(dispatch: Dispatch) {
  let shown: User | null = null
  const mirror = () => {
    const userData = readUserData()
    if (JSON.stringify(userData) === JSON.stringify(shown)) return
    const isAnother = userData?._id !== shown?._id
    shown = userData
    dispatch(userDataChanged(userData))
    if (isAnother) dispatch(api.util.resetApiState())
  }
  mirror()
  return watchSession(mirror)
}
