import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/** Puts what the server refused beside the fields it is about, and names them; what belongs to no field is left out. */
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
