import { useController, type Control, type FieldError } from 'react-hook-form'
import type { CustomerForm } from '#contract/customers/form.ts'
import { ShortTexts } from '#web/accounts/profile/ShortTexts.tsx'

interface ListInputProps {
  control: Control<CustomerForm>
  name: 'types' | 'origins'
  label: string
  helperText: string
  /** Of each text, in characters. */
  maxLength: number
}

export function ListInput({ control, name, label, helperText, maxLength }: ListInputProps) {
  const { field, fieldState } = useController({ control, name })
  const { ref, value, onChange, onBlur } = field
  return (
    <ShortTexts
      label={label}
      helperText={messageOf(fieldState.error) ?? helperText}
      isInvalid={fieldState.invalid}
      maxLength={maxLength}
      value={value}
      onChange={onChange}
      onBlur={onBlur}
      inputRef={ref}
    />
  )
}

/** The error of the list, or else of the first text that has one. */
function messageOf(error: FieldError | undefined) {
  if (!error) return undefined
  const ofTexts = Array.isArray(error) ? (error as (FieldError | undefined)[]) : []
  return error.message ?? ofTexts.find((one) => one !== undefined)?.message
}
