import { useTexts } from '#web/customers/thread/threadTexts.ts'
import type { RefusalReason } from './customerDelivery.ts'

const reasons: RefusalReason[] = ['full', 'refused']

/** Why a message was not sent, in the customer's language. Other reasons mean that the server could not be reached. */
export function useReason() {
  const { text } = useTexts()
  return (reason: string | undefined) => {
    const known = reasons.find((each) => each === reason)
    return known ? text(`errors.${known}`) : text('unkept')
  }
}
