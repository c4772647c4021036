import Alert from '@mui/material/Alert'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useDeferredValue, useState } from 'react'
import type { Contact } from '#contract/customers/contacts.ts'
import { isFailure } from '#web/api/errors.ts'
import { useIdempotencyKey } from '#web/api/useIdempotencyKey.ts'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'
import { useFindContactsQuery, useMergeContactsMutation } from '#web/customers/customerApi.ts'

interface MergeContactProps {
  contact: Contact
  onMerged: () => void
}

/** Chooses the customer that this one is a second record of. */
export function MergeContact({ contact, onMerged }: MergeContactProps) {
  const [into, setInto] = useState<Contact | null>(null)
  const { merge, hasFailed, isMerging } = useMerging(contact, onMerged)
  return (
    <Box component="section" sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography variant="subtitle2" component="h3">
        The same customer under another address?
      </Typography>
      <ContactChoice except={contact._id} chosen={into} onChosen={setInto} />
      {into && (
        <Alert
          severity="info"
          action={
            <Button color="inherit" size="small" loading={isMerging} onClick={() => void merge(into)}>
              Merge
            </Button>
          }
        >
          {`All enquiries of ${contact.name} will be shown as those of ${into.name} <${into.email}>. This cannot be undone.`}
        </Alert>
      )}
      {hasFailed && into && <RetryAlert message="Not merged" onRetry={() => void merge(into)} />}
    </Box>
  )
}

function useMerging(contact: Contact, onMerged: () => void) {
  const [mergeContacts, { isLoading: isMerging }] = useMergeContactsMutation()
  const { keyFor } = useIdempotencyKey()
  const [hasFailed, setHasFailed] = useState(false)
  const merge = async (into: Contact) => {
    setHasFailed(false)
    const body = { contact: contact._id, into: into._id }
    try {
      await mergeContacts({ body, idempotencyKey: keyFor(body) }).unwrap()
      onMerged()
    } catch (error) {
      console.error('Failed to merge customers', error)
      if (!isFailure(error)) throw error
      setHasFailed(true)
    }
  }
  return { merge, hasFailed, isMerging }
}

interface ContactChoiceProps {
  /** The id of the contact that is not offered. */
  except: string
  chosen: Contact | null
  onChosen: (contact: Contact | null) => void
}

function ContactChoice({ except, chosen, onChosen }: ContactChoiceProps) {
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed)
  const { data = [], isFetching } = useFindContactsQuery(search)
  return (
    <Autocomplete
      options={data.filter(({ _id }) => _id !== except)}
      value={chosen}
      loading={isFetching}
      noOptionsText="No customer has this name or address"
      // The server has searched already, also for spellings that differ.
      filterOptions={(options) => options}
      getOptionKey={({ _id }) => _id}
      getOptionLabel={({ name, email }) => `${name} <${email}>`}
      isOptionEqualToValue={(option, value) => option._id === value._id}
      onInputChange={(_event, text, reason) => setTyped(reason === 'input' ? text : '')}
      onChange={(_event, contact) => onChosen(contact)}
      renderInput={(params) => <TextField {...params} label="Find a customer to merge into" />}
    />
  )
}
