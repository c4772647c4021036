import FormControl, { type FormControlProps } from '@mui/material/FormControl'
import FormHelperText from '@mui/material/FormHelperText'
import InputLabel from '@mui/material/InputLabel'
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput'
import { useId, type ReactNode } from 'react'

export interface TextFieldProps
  extends
    Pick<FormControlProps, 'error' | 'disabled' | 'required' | 'size' | 'fullWidth' | 'sx'>,
    Pick<
      OutlinedInputProps,
      'id' | 'name' | 'value' | 'onChange' | 'onBlur' | 'onKeyDown' | 'inputRef' | 'placeholder'
    >,
    Pick<OutlinedInputProps, 'type' | 'autoComplete' | 'multiline' | 'rows' | 'minRows' | 'maxRows'> {
  label?: string
  helperText?: ReactNode
  slotProps?: { input?: OutlinedInputProps; htmlInput?: OutlinedInputProps['inputProps'] }
}

/** A labelled text field. The `TextField` of MUI includes the code of its select: 25 KB of JavaScript. */
export function TextField(props: TextFieldProps) {
  const { label, helperText, slotProps, error, disabled, required, size, fullWidth, sx, ...input } = props
  const generated = useId()
  const id = input.id ?? generated
  const helperId = helperText ? `${id}-helper-text` : undefined
  return (
    <FormControl {...{ error, disabled, required, size, fullWidth, sx }}>
      {label && <InputLabel htmlFor={id}>{label}</InputLabel>}
      <OutlinedInput
        {...input}
        id={id}
        label={label}
        fullWidth={fullWidth}
        aria-describedby={helperId}
        inputProps={slotProps?.htmlInput}
        {...slotProps?.input}
      />
      {helperText && <FormHelperText id={helperId}>{helperText}</FormHelperText>}
    </FormControl>
  )
}
