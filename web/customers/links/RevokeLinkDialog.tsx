import Button from '@mui/material/Button'
import DialogContentText from '@mui/material/DialogContentText'
import { AlertDialog } from '#web/components/notices/AlertDialog.tsx'
import { useRevokeCustomerLinkMutation } from './customerLinkApi.ts'

interface RevokeLinkDialogProps {
  enquiryId: string
  onClosed: () => void
}

export function RevokeLinkDialog({ enquiryId, onClosed }: RevokeLinkDialogProps) {
  const [revoke, { isLoading }] = useRevokeCustomerLinkMutation()
  const confirm = async () => {
    const { error } = await revoke(enquiryId)
    if (!error) onClosed()
  }
  return (
    <AlertDialog
      open
      title="Revoke the customer’s link?"
      actions={
        <>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- WAI-ARIA APG, dialog pattern: the focus starts at the least destructive action */}
          <Button color="inherit" autoFocus onClick={onClosed}>
            Cancel
          </Button>
          <Button variant="contained" color="error" loading={isLoading} onClick={() => void confirm()}>
            Revoke link
          </Button>
        </>
      }
      onClosed={onClosed}
    >
      <DialogContentText>
        The customer can then no longer read this enquiry or write to it. You can make a new link at any time.
      </DialogContentText>
    </AlertDialog>
  )
}
