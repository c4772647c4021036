import type { AcceptHeldMail, HeldMail } from '#contract/customers/incoming.ts'
import { useIdempotencyKey } from '#web/api/useIdempotencyKey.ts'
import { useAcceptHeldMailMutation } from './heldMailApi.ts'

/** Accepts a held email. `running` says as what, also while the accepted email has not left the page yet. */
export function useAcceptance(mail: HeldMail, onMade: (mail: HeldMail, enquiryId: string) => void) {
  const { _id: id } = mail
  const [accept, { isLoading, isSuccess, error, originalArgs }] = useAcceptHeldMailMutation()
  const { keyFor } = useIdempotencyKey()
  const acceptAs = async (as: AcceptHeldMail['as']) => {
    const { data } = await accept({ id, as, idempotencyKey: keyFor({ id, as }) })
    if (data && as === 'enquiry') onMade(mail, data.enquiry)
  }
  return {
    acceptAs: (as: AcceptHeldMail['as']) => void acceptAs(as),
    running: isLoading || isSuccess ? originalArgs?.as : undefined,
    retry: error && originalArgs && (() => void acceptAs(originalArgs.as)),
  }
}
