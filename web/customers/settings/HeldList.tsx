import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import type { HeldSubmission } from '#contract/customers/form.ts'
import { ProfileItem } from '#web/accounts/profile/ProfileCard.tsx'
import { RelativeTime } from '#web/accounts/RelativeTime.tsx'
import { useAcceptHeldMutation, useDeleteHeldMutation, useListHeldQuery } from '#web/customers/customerApi.ts'

const reasons: Record<HeldSubmission['heldFor'], string> = {
  decoy: 'It was probably sent by a robot.',
  sender: 'Many enquiries came from the same network.',
  company: 'Many enquiries came in within an hour.',
  recipient: 'This address has already been asked to confirm an enquiry.',
  blocked: 'This customer is blocked.',
}

/** Submissions that are held back until an owner has looked at them. Nothing is shown if there are none. */
export function HeldList() {
  const titleId = useId()
  const { data: held = [] } = useListHeldQuery(undefined, { refetchOnMountOrArgChange: true })
  if (held.length === 0) return null
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ display: 'grid', gap: 2 }}>
      <Alert severity="warning">
        <Typography id={titleId} component="h3" variant="subtitle2">
          {held.length === 1 ? '1 submission is held back' : `${held.length} submissions are held back`}
        </Typography>
        Accept those that are real. Delete the others.
      </Alert>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {held.map((submission) => (
          <HeldItem key={submission._id} submission={submission} />
        ))}
      </Box>
    </Box>
  )
}

interface HeldItemProps {
  submission: HeldSubmission
}

function HeldItem({ submission }: HeldItemProps) {
  const { _id, summery, description, name, email, heldFor, createdAt } = submission
  const [accept, accepting] = useAcceptHeldMutation()
  const [remove, removing] = useDeleteHeldMutation()
  const isBusy = accepting.isLoading || removing.isLoading
  return (
    <ProfileItem>
      <Box sx={{ flex: '1 1 320px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography variant="subtitle2" component="h4" dir="auto">
          {summery}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {`${name} <${email}> · `}
          <RelativeTime value={createdAt} />
        </Typography>
        <Typography
          variant="body2"
          dir="auto"
          sx={{ my: 1, whiteSpace: 'pre-wrap', maxHeight: 160, overflowY: 'auto' }}
        >
          {description}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {reasons[heldFor]}
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button
          variant="outlined"
          color="inherit"
          disabled={isBusy}
          aria-label={`Accept ${summery}`}
          onClick={() => void accept(_id)}
        >
          Accept
        </Button>
        <Button color="error" disabled={isBusy} aria-label={`Delete ${summery}`} onClick={() => void remove(_id)}>
          Delete
        </Button>
      </Box>
    </ProfileItem>
  )
}
