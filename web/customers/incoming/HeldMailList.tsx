import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useId, type ReactNode } from 'react'
import { ProfileItem } from '#web/accounts/profile/ProfileCard.tsx'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'
import { useRefetchOn } from '#web/events/useRefetchOn.ts'
import { useListHeldMailsQuery } from './heldMailApi.ts'
import { HeldMailCard } from './HeldMailCard.tsx'
import { MadeEnquiry } from './MadeEnquiry.tsx'
import { useMade } from './useMade.ts'

/** All received emails that wait for a decision. Nothing is shown if there are none. */
export function HeldMailList() {
  const query = useListHeldMailsQuery({}, { refetchOnMountOrArgChange: true })
  const { data, error, refetch } = query
  // An email that answers an enquiry is announced with its thread.
  useRefetchOn(({ subject }) => subject === 'company' || subject === 'thread', query)
  const { made, waiting, noteMade } = useMade(data?.docs)
  const count = data && data.totalDocs - (data.docs.length - waiting.length)
  return (
    <>
      {error && <RetryAlert message="The emails that are held back could not be loaded" onRetry={refetch} />}
      {made.map((each) => (
        <MadeEnquiry key={each.id} made={each} />
      ))}
      {waiting.length > 0 && (
        <Waiting count={count!}>
          {waiting.map((mail) => (
            <ProfileItem key={mail._id}>
              <Box sx={{ flex: '1 1 0', minWidth: 0 }}>
                <HeldMailCard mail={mail} level="h4" onMade={noteMade} renew={refetch} />
              </Box>
            </ProfileItem>
          ))}
        </Waiting>
      )}
    </>
  )
}

interface WaitingProps {
  count: number
  /** List items. */
  children: ReactNode
}

function Waiting({ count, children }: WaitingProps) {
  const titleId = useId()
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ display: 'grid', gap: 2 }}>
      <Alert severity="warning">
        <Typography id={titleId} component="h3" variant="subtitle2">
          {count === 1 ? '1 email is held back' : `${count} emails are held back`}
        </Typography>
        Accept those that are real. Delete the others.
      </Alert>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {children}
      </Box>
    </Box>
  )
}
