import { mirrorSession } from '#web/accounts/sessions/mirrorSession.ts'
import { keepRenewed } from '#web/api/renewal.ts'
import { fetchFirstList } from '#web/enquiries/firstList.ts'
import { createAppStore } from './store.ts'

/** Opens the store of a session, keeps it in step with local storage, and renews the token in time. */
export async function openStore() {
  const store = createAppStore()
  mirrorSession(store.dispatch)
  keepRenewed()
  await fetchFirstList(store.dispatch)
  return store
}
