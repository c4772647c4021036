import type { Dispatch } from '@reduxjs/toolkit'
import type { User } from '#contract/accounts.ts'
import { userDataChanged } from '#web/accounts/accountSlice.ts'
import { api } from '#web/api/api.ts'
import { readUserData, watchSession } from '#web/api/session/session.ts'

/** Keeps the store in step with local storage. A change of user discards all fetched data. */
export function mirrorSession(dispatch: Dispatch) {
  let current: User | null = null
  const mirror = () => {
    const userData = readUserData()
    if (JSON.stringify(userData) === JSON.stringify(current)) return
    const isOtherUser = userData?._id !== current?._id
    current = userData
    dispatch(userDataChanged(userData))
    if (isOtherUser) dispatch(api.util.resetApiState())
  }
  mirror()
  return watchSession(mirror)
}
