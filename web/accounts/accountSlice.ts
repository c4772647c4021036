import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { User } from '#contract/accounts.ts'

interface AccountState {
  /** The signed-in user, as in local storage; an empty list when no one is signed in. */
  userData: User | []
}

const initialState: AccountState = { userData: [] }

const accountSlice = createSlice({
  name: 'account',
  initialState,
  reducers: {
    userDataChanged(_state, { payload }: PayloadAction<User | null>): AccountState {
      return { userData: payload ?? [] }
    },
  },
  selectors: {
    selectUser: ({ userData }) => (Array.isArray(userData) ? null : userData),
  },
})

export const accountReducer = accountSlice.reducer
export const { userDataChanged } = accountSlice.actions
export const { selectUser } = accountSlice.selectors
