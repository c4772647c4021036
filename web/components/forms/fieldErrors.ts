import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { Failure } from '#web/api/errors.ts'

/**
 * Shows the errors of the server at their fields and focuses the first one. Returns whether there is one; it skips errors
 * without a field in the form. A field whose error the toast has told already is only marked.
 */
export function showFieldErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  { errors = {}, message: told }: Failure,
) {
  const known = form.getValues()
  const paths = Object.keys(errors).filter((path) => (path.split('.')[0] ?? '') in known) as Path<Values>[]
  for (const path of paths) {
    const message = errors[path] === told ? undefined : errors[path]
    form.setError(path, { type: 'server', message })
  }
  if (paths[0]) form.setFocus(paths[0])
  return paths.length > 0
}
