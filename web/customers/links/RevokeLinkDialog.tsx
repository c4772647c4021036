import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { useRevokeCustomerLinkMutation } from './customerLinkApi.ts'

interface RevokeLinkDialogProps {
  enquiryId: string
  onClosed: () => void
}

export function RevokeLinkDialog({ enquiryId, onClosed }: RevokeLinkDialogProps) {
  const id = useId()
  const [revoke, { isLoading }] = useRevokeCustomerLinkMutation()
  const confirm = async () => {
    const { error } = await revoke(enquiryId)
    if (!error) onClosed()
  }
  return (
    <Dialog
      open
      fullWidth
      maxWidth="xs"
      role="alertdialog"
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      onClose={onClosed}
    >
      <DialogTitle id={`${id}title`}>Revoke the customer’s link?</DialogTitle>
      <DialogContent>
        <DialogContentText id={`${id}text`}>
          The customer can then no longer read this enquiry or write to it. You can make a new link at any time.
        </DialogContentText>
      </DialogContent>
      <DialogActions>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- WAI-ARIA APG, dialog pattern: the focus starts at the least destructive action */}
        <Button color="inherit" autoFocus onClick={onClosed}>
          Cancel
        </Button>
        <Button variant="contained" color="error" loading={isLoading} onClick={() => void confirm()}>
          Revoke link
        </Button>
      </DialogActions>
    </Dialog>
  )
}
