import type { ComponentProps } from 'react'

type TextFieldProps = {
  name: string
  label: string
  error?: string
  hint?: string
  isLong?: boolean
  control: Pick<ComponentProps<'input'>, 'type' | 'defaultValue' | 'maxLength' | 'autoComplete' | 'dir'>
}

/** One required field, with its label, its error and its hint. The error is named first, because it matters most. */
export function TextField({ name, label, error, hint, isLong, control }: TextFieldProps) {
  const describedBy = [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(' ')
  const shared = {
    className: 'control',
    id: name,
    name,
    required: true,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy || undefined,
    dir: 'auto',
    ...control,
  }
  return (
    <div className="field" data-field={name}>
      <label htmlFor={name}>{label}</label>
      <FieldError name={name} error={error} />
      {isLong ? <textarea rows={6} {...shared} /> : <input type="text" {...shared} />}
      {hint && (
        <p className="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** The element that `aria-describedby` of the field with this name refers to. */
export function FieldError({ name, error }: { name: string; error: string | undefined }) {
  if (!error) return null
  return (
    <p className="error" id={`${name}-error`}>
      {error}
    </p>
  )
}
