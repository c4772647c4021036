import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId, useState } from 'react'
import type { CannedResponse } from '#contract/cannedResponses.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { LoadFailed } from '#web/components/notices/LoadFailed.tsx'
import { Notice } from '#web/components/notices/Notice.tsx'
import { useRefetchOn } from '#web/events/useRefetchOn.ts'
import { useGetCannedResponsesQuery } from './cannedResponseApi.ts'
import { CannedResponseForm } from './CannedResponseForm.tsx'
import { CannedResponseItem } from './CannedResponseItem.tsx'
import { isAboutCannedResponses } from './useSlashResponses.ts'

interface CannedResponsesDialogProps {
  onClosed: () => void
}

/** Lists the company's canned responses, to add, change and delete them. */
export function CannedResponsesDialog({ onClosed }: CannedResponsesDialogProps) {
  const title = useId()
  const [edited, setEdited] = useState<CannedResponse | 'new' | null>(null)
  const isOnPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  return (
    <Dialog
      open
      onClose={edited ? undefined : onClosed}
      fullScreen={isOnPhone}
      fullWidth
      maxWidth="sm"
      aria-labelledby={title}
    >
      <DialogTitle id={title}>{titleFor(edited)}</DialogTitle>
      {edited ? (
        <CannedResponseForm
          key={edited === 'new' ? 'new' : edited._id}
          response={edited === 'new' ? undefined : edited}
          onFinished={() => setEdited(null)}
        />
      ) : (
        <>
          <DialogContent>
            <ResponseList onEdited={setEdited} />
          </DialogContent>
          <DialogActions sx={{ px: 3, pb: 2, justifyContent: 'space-between' }}>
            <Button variant="contained" startIcon={<Icon name="plus" />} onClick={() => setEdited('new')}>
              Add canned response
            </Button>
            <Button color="inherit" variant="outlined" onClick={onClosed}>
              Close
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  )
}

function titleFor(edited: CannedResponse | 'new' | null) {
  if (edited === null) return 'Canned responses'
  return edited === 'new' ? 'Add canned response' : 'Edit canned response'
}

interface ResponseListProps {
  onEdited: (response: CannedResponse) => void
}

function ResponseList({ onEdited }: ResponseListProps) {
  const responses = useGetCannedResponsesQuery(undefined, { refetchOnMountOrArgChange: true })
  const { data, error, refetch } = responses
  useRefetchOn(isAboutCannedResponses, responses)
  if (error && !data) return <LoadFailed what="The canned responses" failure={error} onRetry={refetch} />
  if (data?.length === 0) {
    return (
      <Notice icon="message-square-text" title="No canned responses yet">
        Save the texts that you send often. On the desk, type / to insert one.
      </Notice>
    )
  }
  return (
    <Box component="ul" aria-busy={!data} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {data?.map((response) => (
        <CannedResponseItem key={response._id} response={response} onEdited={() => onEdited(response)} />
      ))}
    </Box>
  )
}
