import { configureStore } from '@reduxjs/toolkit'
import { accountReducer } from '#web/accounts/accountSlice.ts'
import { api, reportOpenedParts } from '#web/api/api.ts'
import { enquiryReducer } from '#web/enquiries/enquirySlice.ts'

export function createAppStore() {
  return configureStore({
    reducer: { account: accountReducer, enquiry: enquiryReducer, [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults().concat(reportOpenedParts, api.middleware),
  })
}

export type AppStore = ReturnType<typeof createAppStore>
export type RootState = ReturnType<AppStore['getState']>
export type AppDispatch = AppStore['dispatch']
