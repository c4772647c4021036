import { Suspense, useState } from 'react'
import type { Message } from '#contract/chat.ts'
import type { Enquiry } from '#contract/enquiries.ts'
import { lazy } from '#web/components/lazy/lazy.ts'
import { NotDelivered } from './NotDelivered.tsx'
import { useListUndeliveredQuery } from './undeliveredApi.ts'
import { useRefetchWithThread } from './useRefetchWithThread.ts'

const AddressDialog = lazy(async () => ({ default: (await import('./AddressDialog.tsx')).AddressDialog }))

/** Marks the replies that the customer of an enquiry did not get by email. For people who may answer. */
export function useUndelivered(enquiryId: string, enquiry: Enquiry | undefined) {
  const query = useListUndeliveredQuery(enquiryId, {
    skip: enquiry?.user.kind !== 'contact',
    refetchOnMountOrArgChange: true,
  })
  useRefetchWithThread(enquiryId, query)
  const [isCorrecting, setIsCorrecting] = useState(false)
  const markOf = ({ side, seq }: Message) => {
    const mail = side === 'host' && query.data?.find(({ fromSeq, toSeq }) => fromSeq <= seq && seq <= toSeq)
    return mail && <NotDelivered enquiryId={enquiryId} mail={mail} onCorrect={() => setIsCorrecting(true)} />
  }
  // Outside of the thread, whose rows leave the page when they are scrolled out of view.
  const dialog = enquiry && isCorrecting && (
    <Suspense>
      <AddressDialog contactId={enquiry.user._id} onClosed={() => setIsCorrecting(false)} />
    </Suspense>
  )
  return { markOf, dialog, hasFailed: query.isError, retry: query.refetch }
}
