import { TextField } from '#web/components/forms/TextField.tsx'

interface ReadOnlyFieldProps {
  label: string
  value: string
  multiline?: boolean
}

/** As high as its text: disabled, it could not be scrolled by key. */
export function ReadOnlyField({ label, value, multiline }: ReadOnlyFieldProps) {
  return (
    <TextField
      fullWidth
      disabled
      label={label}
      value={value}
      multiline={multiline}
      slotProps={{ htmlInput: { dir: 'auto' } }}
    />
  )
}
