import { selectUser } from '#web/accounts/accountSlice.ts'
import { fetchConfirmEmailBanner } from '#web/accounts/emailLinks/LateConfirmEmailBanner.ts'
import { mirrorSession } from '#web/accounts/sessions/mirrorSession.ts'
import { keepRenewed } from '#web/api/session/renewal.ts'
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

/** How long the page waits for what its first render shows, in milliseconds. Then it shows skeletons. */
const patienceMs = 500

/** Fetches the rows of the list and the banner before the first render, for the first session of this tab: later, they would move the page. */
export async function fetchForFirstRender({ dispatch, getState }: AppStore) {
  const late = new Promise<void>((resolve) => setTimeout(resolve, patienceMs))
  const banner = fetchConfirmEmailBanner(selectUser(getState()))
  await Promise.all([fetchFirstList(dispatch, late), Promise.race([banner, late])])
}
