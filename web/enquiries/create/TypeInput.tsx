import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useController, type Control } from 'react-hook-form'
import type { NewEnquiry } from './newEnquiry.ts'

interface TypeInputProps {
  control: Control<NewEnquiry>
  /** What the company has used before; anything else may be typed. */
  types: string[]
}

export function TypeInput({ control, types }: TypeInputProps) {
  const { field, fieldState } = useController({ control, name: 'enquiryType' })
  return (
    <Autocomplete
      freeSolo
      options={types}
      inputValue={field.value}
      onInputChange={(_event, typed) => field.onChange(typed)}
      renderInput={(params) => (
        <TextField
          {...params}
          label="Enquiry Type"
          onBlur={field.onBlur}
          inputRef={field.ref}
          error={fieldState.invalid}
          helperText={fieldState.error?.message}
          slotProps={{
            ...params.slotProps,
            htmlInput: { ...params.slotProps.htmlInput, dir: 'auto', 'aria-required': true },
          }}
        />
      )}
    />
  )
}
