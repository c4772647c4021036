import Button from '@mui/material/Button'
import DialogContentText from '@mui/material/DialogContentText'
import { reported } from '#web/api/reporting.ts'
import { AlertDialog } from '#web/components/notices/AlertDialog.tsx'
import { ContactDialog } from '#web/customers/contacts/ContactDialog.tsx'
import { useGetContactQuery } from '#web/customers/customerApi.ts'

interface AddressDialogProps {
  contactId: string
  onClosed: () => void
}

/** The customer, whose address is wrong, in the form that corrects it. */
export function AddressDialog({ contactId, onClosed }: AddressDialogProps) {
  const { data, error, isFetching, refetch } = useGetContactQuery(contactId)
  if (data) return <ContactDialog contact={data} onClosed={onClosed} />
  if (!error) return null
  return (
    <AlertDialog
      open
      title="The customer could not be loaded"
      actions={
        <>
          <Button color="inherit" onClick={onClosed}>
            Cancel
          </Button>
          <Button variant="contained" loading={isFetching} onClick={() => void reported(refetch())}>
            Try again
          </Button>
        </>
      }
      onClosed={onClosed}
    >
      <DialogContentText>The address cannot be corrected yet.</DialogContentText>
    </AlertDialog>
  )
}
