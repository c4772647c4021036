import { z } from 'zod'
import { errorCodes } from './errors/codes.ts'

/** The shape of every error response. `errors` has a message for each invalid field. */
export const ErrorResponse = z
  .object({
    message: z.string(),
    code: z.enum(errorCodes),
    errors: z.record(z.string(), z.string()).optional(),
    data: z
      .unknown()
      .optional()
      .describe(
        'With code `stale`, the current version. With code `choose-company`, the companies to choose from. With code ' +
          '`expired`, an ExpiredLink.',
      ),
  })
  .meta({ id: 'ErrorResponse' })
export type ErrorResponse = z.infer<typeof ErrorResponse>

const formats: Record<string, string> = {
  email: 'a valid email',
  uuid: 'a valid id',
  guid: 'a valid id',
  url: 'a valid URL',
  datetime: 'a valid date and time',
}

const kinds: Record<string, string> = { int: 'a whole number', array: 'a list', object: 'an object' }

function isMissing(input: unknown) {
  return input === undefined || input === null || input === ''
}

function bound(issue: z.core.$ZodRawIssue, limit: number | bigint, word: 'at least' | 'at most') {
  const unit = issue.origin === 'string' ? ' characters' : issue.origin === 'array' ? ' items' : ''
  return `must be ${unit === ' items' ? 'a list of ' : ''}${word} ${limit}${unit}`
}

function problem(issue: z.core.$ZodRawIssue): string {
  if (isMissing(issue.input) && issue.code !== 'too_big') return 'is a required field'
  switch (issue.code) {
    case 'too_small':
      return bound(issue, issue.minimum, 'at least')
    case 'too_big':
      return bound(issue, issue.maximum, 'at most')
    case 'invalid_format':
      return `must be ${formats[issue.format] ?? 'in the right format'}`
    case 'invalid_value':
      return `must be one of: ${issue.values.join(', ')}`
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? `a ${issue.expected}`}`
    default:
      return 'is not valid'
  }
}

/** Sets the default messages for every schema: `{path} is a required field`, … */
z.config({
  customError: (issue) => `${issue.path?.join('.') || 'The request'} ${problem(issue)}`,
})

/** The first error of each field, by its dotted path. */
export function fieldErrors(error: z.core.$ZodError): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const issue of error.issues) errors[issue.path.join('.')] ??= issue.message
  return errors
}
