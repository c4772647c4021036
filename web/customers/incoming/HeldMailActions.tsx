import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Suspense, useState } from 'react'
import type { HeldMail } from '#contract/customers/incoming.ts'
import { lazy } from '#web/components/lazy/lazy.ts'
import { useDeleteHeldMailMutation } from './heldMailApi.ts'
import type { useAcceptance } from './useAcceptance.ts'

const DeleteMailDialog = lazy(async () => ({ default: (await import('./DeleteMailDialog.tsx')).DeleteMailDialog }))

interface HeldMailActionsProps {
  mail: HeldMail
  isInThread: boolean
  acceptance: ReturnType<typeof useAcceptance>
}

export function HeldMailActions({ mail, isInThread, acceptance }: HeldMailActionsProps) {
  const [isDeleting, setIsDeleting] = useState(false)
  const [remove, removing] = useDeleteHeldMailMutation()
  const { acceptAs, running } = acceptance
  const confirm = async () => {
    const { error } = await remove(mail._id)
    if (!error) setIsDeleting(false)
  }
  // Without a sender, nobody would get a reply.
  const canAccept = mail.address !== ''
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {mail.enquiry && canAccept && (
        <Button
          size="small"
          variant="contained"
          loading={running === 'message'}
          disabled={running !== undefined}
          onClick={() => acceptAs('message')}
        >
          {isInThread ? 'Admit to this conversation' : 'Admit to the conversation'}
        </Button>
      )}
      {canAccept && (
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          loading={running === 'enquiry'}
          disabled={running !== undefined}
          onClick={() => acceptAs('enquiry')}
        >
          {mail.enquiry ? 'Make a new enquiry' : 'Accept'}
        </Button>
      )}
      <Button size="small" color="error" disabled={running !== undefined} onClick={() => setIsDeleting(true)}>
        Delete
      </Button>
      {isDeleting && (
        <Suspense>
          <DeleteMailDialog
            isLoading={removing.isLoading}
            hasFailed={removing.isError}
            onConfirmed={() => void confirm()}
            onClosed={() => setIsDeleting(false)}
          />
        </Suspense>
      )}
    </Box>
  )
}
