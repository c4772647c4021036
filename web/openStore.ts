import { mirrorSession } from '#web/accounts/sessions/mirrorSession.ts'
import { keepRenewed } from '#web/api/renewal.ts'
import { createAppStore } from './store.ts'

/** What the pages of a session stand on: the store, kept as local storage is, and a token that is renewed in time. */
export function openStore() {
  const store = createAppStore()
  mirrorSession(store.dispatch)
  keepRenewed()
  return store
}
