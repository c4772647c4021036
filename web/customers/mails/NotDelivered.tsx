import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { UndeliveredMail } from '#contract/customers/incoming.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { useRetryMailMutation } from './undeliveredApi.ts'

interface NotDeliveredProps {
  enquiryId: string
  mail: UndeliveredMail
  onCorrect: () => void
}

/** Says below a reply that the customer did not get it by email, and offers what can be done. */
export function NotDelivered({ enquiryId, mail, onCorrect }: NotDeliveredProps) {
  // The mark leaves the page while it waits for the response. With this key, it finds the failure when it is back.
  const [retry, { error }] = useRetryMailMutation({ fixedCacheKey: `retry ${mail._id}` })
  return (
    <Box sx={{ display: 'grid', justifyItems: 'end', maxWidth: '100%' }}>
      <Typography
        variant="body2"
        sx={{ display: 'flex', gap: 0.75, color: 'error.main', overflowWrap: 'anywhere', minWidth: 0 }}
      >
        <Box component="span" sx={{ display: 'flex', flexShrink: 0, pt: 0.25 }}>
          <Icon name="mail-warning" size="small" />
        </Box>
        <span>{`Not delivered: ${mail.reason}`}</span>
      </Typography>
      {error && (
        <Typography variant="body2" component="output" sx={{ color: 'error.main' }}>
          Not sent again
        </Typography>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end' }}>
        <Button size="small" color="inherit" onClick={() => void retry({ enquiryId, mail })}>
          Try again
        </Button>
        <Button size="small" color="inherit" onClick={onCorrect}>
          Correct the address
        </Button>
      </Box>
    </Box>
  )
}
