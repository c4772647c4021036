import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/** Shows the errors of the server at their fields and returns those fields. Skips errors without a field in the form. */
export function showFieldErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  errors: Record<string, string> = {},
) {
  const known = form.getValues()
  const shown: Path<Values>[] = []
  for (const [path, message] of Object.entries(errors)) {
    const [field] = path.split('.')
    if (field === undefined || !(field in known)) continue
    form.setError(path as Path<Values>, { type: 'server', message })
    shown.push(path as Path<Values>)
  }
  return shown
}
