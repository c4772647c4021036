import { zodResolver } from '@hookform/resolvers/zod'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Typography from '@mui/material/Typography'
import { useEffect, useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { CreateCannedResponse, placeholders, type CannedResponse } from '#contract/cannedResponses.ts'
import { isFailure } from '#web/api/errors.ts'
import { useIdempotencyKey } from '#web/api/useIdempotencyKey.ts'
import { showFieldErrors } from '#web/components/forms/fieldErrors.ts'
import { TextInput } from '#web/components/forms/TextInput.tsx'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'
import { useSaveCannedResponseMutation } from './cannedResponseApi.ts'

interface CannedResponseFormProps {
  /** Undefined for a new one. */
  response: CannedResponse | undefined
  onFinished: () => void
}

export function CannedResponseForm({ response, onFinished }: CannedResponseFormProps) {
  const { form, hasFailed, submit } = useCannedResponseForm(response, onFinished)
  const textId = useId()
  const { setFocus } = form
  useEffect(() => setFocus('name'), [setFocus])
  const insert = (name: string) => {
    const field = document.getElementById(textId) as HTMLTextAreaElement
    const [from, to] = [field.selectionStart, field.selectionEnd]
    const text = form.getValues('answer')
    form.setValue('answer', `${text.slice(0, from)}{{${name}}}${text.slice(to)}`, { shouldDirty: true })
    field.focus()
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} style={{ display: 'contents' }}>
      <DialogContent sx={{ display: 'grid', alignContent: 'start', gap: 2.5 }}>
        {hasFailed && <RetryAlert message="Not saved" />}
        <TextInput control={form.control} name="name" label="Name" id={useId()} sx={{ mt: 1 }} />
        <TextInput
          control={form.control}
          name="answer"
          label="Text"
          id={textId}
          multiline
          minRows={5}
          maxRows={14}
          slotProps={{ htmlInput: { dir: 'auto' } }}
        />
        <Placeholders onChosen={insert} />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button color="inherit" onClick={onFinished}>
          Cancel
        </Button>
        <Button type="submit" variant="contained" loading={form.formState.isSubmitting}>
          Save
        </Button>
      </DialogActions>
    </form>
  )
}

function useCannedResponseForm(response: CannedResponse | undefined, onFinished: () => void) {
  const [saveCannedResponse] = useSaveCannedResponseMutation()
  const { keyFor } = useIdempotencyKey()
  const [hasFailed, setHasFailed] = useState(false)
  const form = useForm<CreateCannedResponse>({
    resolver: zodResolver(CreateCannedResponse),
    defaultValues: { name: response?.name ?? '', answer: response?.answer ?? '' },
  })
  const submit = form.handleSubmit(async (body) => {
    setHasFailed(false)
    try {
      await saveCannedResponse({ id: response?._id, body, idempotencyKey: keyFor(body) }).unwrap()
      onFinished()
    } catch (error) {
      console.error('Failed to save canned response', error)
      if (!isFailure(error)) throw error
      setHasFailed(!showFieldErrors(form, error))
    }
  })
  return { form, hasFailed, submit }
}

interface PlaceholdersProps {
  onChosen: (name: string) => void
}

function Placeholders({ onChosen }: PlaceholdersProps) {
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Filled in when the response is inserted:
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {Object.entries(placeholders).map(([name, meaning]) => (
          <Chip
            key={name}
            size="small"
            variant="outlined"
            label={meaning}
            title={`{{${name}}}`}
            onClick={() => onChosen(name)}
          />
        ))}
      </Box>
    </Box>
  )
}
