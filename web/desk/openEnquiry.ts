import { z } from 'zod'
import { abilityFor } from '#contract/accounts/abilities.ts'
import { selectUser } from '#web/accounts/accountSlice.ts'
import { requestThread } from '#web/chat/chatApi.ts'
import { showListed } from '#web/enquiries/enquiryApi.ts'
import type { AppDispatch, RootState } from '#web/hooks.ts'
import { showQueued } from './deskApi.ts'

const Id = z.uuid()

/** How long the page that is left stays for the thread of the next one, so that it is rendered once, in milliseconds. */
const patienceMs = 100

/**
 * Requests the thread of an enquiry before its page is rendered. Until the enquiry has been fetched, the page shows what the list or
 * the queue has of it.
 */
export function openEnquiry(id: string) {
  return async (dispatch: AppDispatch, getState: () => RootState) => {
    const user = selectUser(getState())
    if (!user || !Id.safeParse(id).success) return
    dispatch(showListed(id))
    dispatch(showQueued(id))
    if (!abilityFor(user.role).can('read', 'acl-page')) return
    await dispatch(requestThread(id, patienceMs))
  }
}
