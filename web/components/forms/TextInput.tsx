import { useController, type FieldValues, type UseControllerProps } from 'react-hook-form'
import { TextField, type TextFieldProps } from './TextField.tsx'

type TextInputProps<Values extends FieldValues> = Pick<UseControllerProps<Values>, 'control' | 'name' | 'rules'> &
  Omit<TextFieldProps, 'name' | 'value' | 'onChange' | 'onBlur' | 'inputRef' | 'error'>

/** A text field of a form, with its error below it. A disabled field still submits its value. */
export function TextInput<Values extends FieldValues>({ control, name, rules, ...props }: TextInputProps<Values>) {
  const { field, fieldState } = useController({ control, name, rules })
  const { ref, ...input } = field
  return (
    <TextField
      fullWidth
      {...props}
      {...input}
      inputRef={ref}
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? props.helperText}
    />
  )
}
