import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId } from 'react'
import type { ContactDetails } from '#contract/customers/contacts.ts'
import { DateTime } from '#web/components/DateTime.tsx'
import { ContactForm } from './ContactForm.tsx'
import { ContactHistory } from './ContactHistory.tsx'
import { MergeContact } from './MergeContact.tsx'

interface ContactDialogProps {
  contact: ContactDetails
  onClosed: () => void
}

/** Corrects a customer, or merges two records of the same customer. */
export function ContactDialog({ contact, onClosed }: ContactDialogProps) {
  const titleId = useId()
  const isOnPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  return (
    <Dialog open onClose={onClosed} fullScreen={isOnPhone} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>Edit customer</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)', alignContent: 'start' }}>
        <ContactForm contact={contact} onSaved={onClosed} />
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          First seen <DateTime value={contact.firstSeen} detail="day" />, last seen{' '}
          <DateTime value={contact.lastSeen} detail="day" />.{' '}
          {contact.isConfirmed ? 'Address confirmed.' : 'Address not confirmed.'}
        </Typography>
        <Merged contact={contact} />
        <MergeContact contact={contact} onMerged={onClosed} />
        <ContactHistory entries={contact.history} />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button color="inherit" variant="outlined" onClick={onClosed}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface MergedProps {
  contact: ContactDetails
}

/** The other records of the same customer. */
function Merged({ contact: { merged } }: MergedProps) {
  if (merged.length === 0) return null
  return (
    <Box>
      <Typography variant="subtitle2" component="h3">
        Also writes as
      </Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5, typography: 'body2', overflowWrap: 'anywhere' }}>
        {merged.map(({ _id, name, email }) => (
          <li key={_id}>{`${name} <${email}>`}</li>
        ))}
      </Box>
    </Box>
  )
}
