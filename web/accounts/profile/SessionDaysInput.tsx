import { useController, type Control } from 'react-hook-form'
import { limits } from '#contract/limits.ts'
import { TextField } from '#web/components/forms/TextField.tsx'
import type { CompanyProfile } from './profile.ts'

interface SessionDaysInputProps {
  control: Control<CompanyProfile>
}

/** The form holds a number, as the server takes it, or an empty text where nothing is entered. */
export function SessionDaysInput({ control }: SessionDaysInputProps) {
  const { field, fieldState } = useController({ control, name: 'company.sessionDays' })
  const { ref, onChange, ...input } = field
  return (
    <TextField
      fullWidth
      {...input}
      inputRef={ref}
      type="number"
      label="Sign people out after (days)"
      onChange={({ target }) => onChange(target.value === '' ? '' : Number(target.value))}
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? 'Sessions end this many days after sign-in at the latest.'}
      slotProps={{ htmlInput: { ...limits.sessionDays, step: 1, inputMode: 'numeric' } }}
    />
  )
}
