import { z } from 'zod'
import { abilityFor } from '#contract/accounts/abilities.ts'
import { selectUser } from '#web/accounts/accountSlice.ts'
import { requestThread } from '#web/chat/chatApi.ts'
import { asListed, isEnquiryKnown, showKnown } from '#web/enquiries/enquiryApi.ts'
import type { AppDispatch, RootState } from '#web/hooks.ts'
import { asQueued } from './deskApi.ts'

const Id = z.uuid()

/** How long the page that is left stays for the thread of the next one, so that it is rendered once, in milliseconds. */
const patienceMs = 100

/**
 * Requests the thread of an enquiry before its page is rendered. Until the enquiry has been fetched, the page shows what the list or
 * the queue has of it. If neither has it, the page appears at once, because it fetches the enquiry.
 */
export function openEnquiry(id: string) {
  return async (dispatch: AppDispatch, getState: () => RootState) => {
    const ability = abilityOf(getState())
    if (!ability || !Id.safeParse(id).success) return
    dispatch(showKnown([...asListed(getState(), id), ...asQueued(getState(), id)]))
    if (!ability.can('read', 'acl-page')) return
    const requested = dispatch(requestThread(id, patienceMs))
    if (isEnquiryKnown(getState(), id)) await requested
  }
}

/** The same at the desk, where only people who may answer see an enquiry. */
export function openAtDesk(id: string) {
  return async (dispatch: AppDispatch, getState: () => RootState) => {
    if (abilityOf(getState())?.can('answer', 'enquiry')) await dispatch(openEnquiry(id))
  }
}

function abilityOf(state: RootState) {
  const user = selectUser(state)
  return user && abilityFor(user.role)
}
