import DialogContentText from '@mui/material/DialogContentText'
import { AlertDialog } from '#web/components/notices/AlertDialog.tsx'
import { DestructiveActions } from '#web/components/notices/DestructiveActions.tsx'
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
        <DestructiveActions
          label="Revoke link"
          isLoading={isLoading}
          onConfirmed={() => void confirm()}
          onCancelled={onClosed}
        />
      }
      onClosed={onClosed}
    >
      <DialogContentText>
        The customer can then no longer read this enquiry or write to it. You can make a new link at any time.
      </DialogContentText>
    </AlertDialog>
  )
}
