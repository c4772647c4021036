import type { z } from 'zod'
import { Submission } from '#contract/customers/form.ts'
import type { Language } from '#contract/customers/languages.ts'
import type { LinkSecrets } from '#server/accounts/secretTokens.ts'
import type { CustomerFormRow } from '#server/customers/form/customerForm.ts'
import { errorText, type FormErrors, type TypedValues } from '#server/customers/form/renderPage.ts'
import { readStamp } from './formStamp.ts'
import type { ReceivedForm } from './receiveForm.ts'

const fieldNames = ['enquiryType', 'summery', 'description', 'name', 'email'] as const

/** The typed text and the key of the form, with either the errors or the valid submission. */
export type CheckedForm = { values: TypedValues; key?: string; errors: FormErrors; submission?: Submission }

export function checkForm(
  secrets: LinkSecrets,
  { slug, types }: CustomerFormRow,
  language: Language,
  { fields, problem }: ReceivedForm,
): CheckedForm {
  const values = Object.fromEntries(fieldNames.map((name) => [name, fields[name] ?? ''])) as TypedValues
  // The form does not ask for the only type.
  if (types.length === 1) values.enquiryType = types[0]!
  const stamp = readStamp(secrets, slug, fields)
  const parsed = Submission.safeParse(values)
  const errors: FormErrors = parsed.success ? {} : errorsOf(parsed.error.issues, language)
  if (!types.includes(values.enquiryType)) errors.enquiryType = errorText(language, 'type')
  if (problem) errors.documents = errorText(language, problem.code, problem.name === '' ? {} : { name: problem.name })
  if (stamp.problem) errors.form = errorText(language, stamp.problem)
  const isValid = parsed.success && Object.keys(errors).length === 0
  return { values, key: stamp.key, errors, submission: isValid ? parsed.data : undefined }
}

function errorsOf(issues: z.core.$ZodIssue[], language: Language) {
  const errors: FormErrors = {}
  for (const issue of issues) {
    const field = String(issue.path[0]) as keyof TypedValues
    if (issue.code === 'too_big') errors[field] ??= errorText(language, 'tooLong', { max: Number(issue.maximum) })
    else errors[field] ??= errorText(language, issue.code === 'too_small' ? 'required' : 'email')
  }
  return errors
}
