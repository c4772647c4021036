import { selectUser } from '#web/accounts/accountSlice.ts'
import { fetchConfirmEmailBanner } from '#web/accounts/emailLinks/LateConfirmEmailBanner.ts'
import { mirrorSession } from '#web/accounts/sessions/mirrorSession.ts'
import { keepRenewed } from '#web/api/renewal.ts'
import { fetchFirstList } from '#web/enquiries/firstList.ts'
import { type AppStore, createAppStore } from './store.ts'

/** Opens the store of a session, keeps it in step with local storage, and renews the token in time. */
export async function openStore() {
  const store = createAppStore()
  mirrorSession(store.dispatch)
  keepRenewed()
  await fetchForFirstRender(store)
  return store
}

/** Fetches what is then there when the page appears, instead of moving it when it arrives. */
export async function fetchForFirstRender({ dispatch, getState }: AppStore) {
  await Promise.all([fetchFirstList(dispatch), fetchConfirmEmailBanner(selectUser(getState()))])
}
