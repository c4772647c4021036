import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useController, type Control, type FieldError } from 'react-hook-form'
import type { CustomerForm } from '#contract/customers/form.ts'

interface ListInputProps {
  control: Control<CustomerForm>
  name: 'types' | 'origins'
  label: string
  helperText: string
  /** Of each text, in characters. */
  maxLength: number
}

/** A list of short texts, each typed and added with Enter. */
export function ListInput({ control, name, label, helperText, maxLength }: ListInputProps) {
  const { field, fieldState } = useController({ control, name })
  const { ref, value, onChange, onBlur } = field
  const change = (next: readonly string[]) => {
    const trimmed = next.map((text) => text.trim()).filter((text) => text !== '')
    onChange([...new Set(trimmed)])
  }
  return (
    <Autocomplete
      multiple
      freeSolo
      // A text that was typed without Enter is not lost.
      autoSelect
      options={[]}
      value={value}
      onChange={(_event, next) => change(next)}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          inputRef={ref}
          onBlur={onBlur}
          error={fieldState.invalid}
          helperText={messageOf(fieldState.error) ?? helperText}
          slotProps={{
            ...params.slotProps,
            htmlInput: { ...params.slotProps.htmlInput, maxLength, enterKeyHint: 'enter' },
          }}
        />
      )}
    />
  )
}

/** The error of the list, or else of the first text that has one. */
function messageOf(error: FieldError | undefined) {
  if (!error) return undefined
  const ofTexts = Array.isArray(error) ? (error as (FieldError | undefined)[]) : []
  return error.message ?? ofTexts.find((one) => one !== undefined)?.message
}
