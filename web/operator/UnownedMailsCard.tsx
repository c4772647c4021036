import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId, useRef, useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import type { UnownedMail } from '#contract/operator.ts'
import { DateTime } from '#web/components/DateTime.tsx'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'
import { SectionCard } from '#web/components/SectionCard.tsx'
import { DeleteMailDialog } from '#web/customers/incoming/DeleteMailDialog.tsx'
import { Excerpt } from '#web/customers/incoming/Excerpt.tsx'
import { useDeleteUnownedMailMutation, useListUnownedMailsQuery, usePlaceUnownedMailMutation } from './operatorApi.ts'

/** The received emails that name no company. Absent while there are none. */
export function UnownedMailsCard() {
  const { data, isError, isFetching, refetch } = useListUnownedMailsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  })
  const heading = useRef<HTMLHeadingElement>(null)
  if (!data?.totalDocs && !(isError && !isFetching)) return null
  const title = data ? `Emails for no company (${data.totalDocs})` : 'Emails for no company'
  const kept = data ? ` Each is deleted after ${data.keptDays} days.` : ''
  return (
    <SectionCard
      title={title}
      description={`Give each to the company that it is for: only operators see it.${kept}`}
      headingRef={heading}
    >
      {isError && <RetryAlert message="The emails could not be loaded" onRetry={refetch} />}
      {data?.docs.map((mail) => (
        <Mail key={mail._id} mail={mail} onLeft={() => heading.current?.focus()} />
      ))}
    </SectionCard>
  )
}

interface MailProps {
  mail: UnownedMail
  /** The email is placed or deleted, and the focus needs another place. */
  onLeft: () => void
}

function Mail({ mail, onLeft }: MailProps) {
  const titleId = useId()
  const { _id, address, name, subject, excerpt, recipients, receivedAt, reason } = mail
  return (
    <Box
      component="section"
      aria-labelledby={titleId}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1, overflowWrap: 'anywhere' }}
    >
      <Box>
        <Typography id={titleId} variant="subtitle2" component="h3">
          <bdi>{address || 'An unknown sender'}</bdi> wrote
        </Typography>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {name && <bdi>{name} · </bdi>}
          {recipients.length > 0 && `To ${recipients.join(', ')} · `}
          <DateTime value={receivedAt} detail="minute" />
        </Typography>
      </Box>
      <Typography variant="body2" dir="auto" sx={{ fontWeight: 'fontWeightMedium' }}>
        {subject || 'Without a subject'}
      </Typography>
      {excerpt && <Excerpt id={_id} text={excerpt} />}
      {reason && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Not filed: {reason}
        </Typography>
      )}
      <Placement id={_id} onLeft={onLeft} />
    </Box>
  )
}

interface PlacementProps extends Pick<MailProps, 'onLeft'> {
  /** Of the email. */
  id: string
}

function Placement({ id, onLeft }: PlacementProps) {
  const [company, setCompany] = useState('')
  const [isDeleting, setIsDeleting] = useState(false)
  const [place, placing] = usePlaceUnownedMailMutation()
  const [remove, removing] = useDeleteUnownedMailMutation()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { error } = await place({ id, company })
    if (!error) onLeft()
  }
  const confirm = async () => {
    const { error } = await remove(id)
    if (error) return
    // The dialog keeps the focus as long as it is open.
    flushSync(() => setIsDeleting(false))
    onLeft()
  }
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => void submit(event)}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}
    >
      <TextField
        size="small"
        label="Company"
        value={company}
        error={placing.isError}
        helperText="The part of its address between + and @"
        onChange={({ target }) => setCompany(target.value)}
        slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false, maxLength: 60 } }}
        sx={{ flex: '1 1 200px' }}
      />
      <Button type="submit" variant="outlined" color="inherit" loading={placing.isLoading} sx={action}>
        Give to the company
      </Button>
      <Button color="error" disabled={placing.isLoading} onClick={() => setIsDeleting(true)} sx={action}>
        Delete
      </Button>
      {isDeleting && (
        <DeleteMailDialog
          isLoading={removing.isLoading}
          hasFailed={removing.isError}
          onConfirmed={() => void confirm()}
          onClosed={() => setIsDeleting(false)}
        />
      )}
    </Box>
  )
}

/** As high as the text field without its hint. */
const action = { height: 40 }
