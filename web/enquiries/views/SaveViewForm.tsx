import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Typography from '@mui/material/Typography'
import { useState, type FormEvent } from 'react'
import { limits } from '#contract/limits.ts'
import { isFailure } from '#web/api/errors.ts'
import { useIdempotencyKey } from '#web/api/useIdempotencyKey.ts'
import { TextField } from '#web/components/forms/TextField.tsx'
import { useMayShare } from './useMayShare.ts'
import { useSaveViewMutation } from './viewApi.ts'

interface SaveViewFormProps {
  /** What is on the screen, as a view has it. */
  query: string
}

export function SaveViewForm({ query }: SaveViewFormProps) {
  const [saveView, { isLoading, error }] = useSaveViewMutation()
  const { keyFor, forget } = useIdempotencyKey()
  const mayShare = useMayShare()
  const [name, setName] = useState('')
  const [isShared, setIsShared] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!name.trim()) return
    const body = { name, query, isShared }
    const { error: refused } = await saveView({ body, idempotencyKey: keyFor(body) })
    if (refused) return
    forget()
    setName('')
  }
  return (
    <Box component="form" onSubmit={(event) => void save(event)} sx={{ display: 'grid', gap: 1.5 }}>
      <Typography variant="subtitle2" component="h3">
        Save what is shown
      </Typography>
      <TextField
        label="Name of the view"
        size="small"
        value={name}
        error={isFailure(error)}
        helperText={isFailure(error) ? (error.errors?.name ?? error.message) : undefined}
        onChange={({ target }) => setName(target.value)}
        slotProps={{ htmlInput: { maxLength: limits.view.name, dir: 'auto' } }}
      />
      {mayShare && (
        <FormControlLabel
          control={
            <Checkbox size="small" checked={isShared} onChange={(_event, isChecked) => setIsShared(isChecked)} />
          }
          label="For the whole company"
        />
      )}
      <Button type="submit" variant="contained" disabled={isLoading || !name.trim()} sx={{ justifySelf: 'start' }}>
        Save view
      </Button>
    </Box>
  )
}
