import Box from '@mui/material/Box'
import { useMemo, type ReactNode } from 'react'
import type { HeldMail } from '#contract/customers/incoming.ts'
import type { Enquiry } from '#contract/enquiries.ts'
import type { Between } from '#web/chat/thread/threadItems.ts'
import { useRefetchWithThread } from '#web/customers/mails/useRefetchWithThread.ts'
import type { Renew } from '#web/documents/useRenewal.ts'
import { heldMailColors } from '#web/theme/threadColors.ts'
import { useListHeldMailsQuery } from './heldMailApi.ts'
import { HeldMailCard } from './HeldMailCard.tsx'
import { MadeEnquiry } from './MadeEnquiry.tsx'
import { useMade } from './useMade.ts'

/** The held emails that answer an enquiry, for the end of its thread. For people who may answer. */
export function useHeldInThread(enquiryId: string, enquiry: Enquiry | undefined) {
  const query = useListHeldMailsQuery(
    { enquiryId },
    { skip: enquiry?.user.kind !== 'contact', refetchOnMountOrArgChange: true },
  )
  useRefetchWithThread(enquiryId, query)
  const { made, waiting, noteMade } = useMade(query.data?.docs)
  const { refetch } = query
  const shown = useMemo(() => {
    return [
      ...made.map((each) => atEnd(`made ${each.id}`, <MadeEnquiry made={each} />)),
      ...waiting.map((mail) => atEnd(mail._id, <Held mail={mail} onMade={noteMade} renew={refetch} />)),
    ]
  }, [made, waiting, noteMade, refetch])
  return { shown, hasFailed: query.isError, retry: refetch }
}

function atEnd(key: string, content: ReactNode): Between {
  return { key, at: '', isPending: true, content: <Box sx={{ pt: 2 }}>{content}</Box> }
}

interface HeldProps {
  mail: HeldMail
  onMade: (mail: HeldMail, enquiryId: string) => void
  renew: Renew
}

function Held(held: HeldProps) {
  return (
    <Box sx={(theme) => ({ px: 2, py: 1.5, border: 1, borderRadius: 1, ...heldMailColors(theme) })}>
      <HeldMailCard {...held} level="p" isInThread />
    </Box>
  )
}
