import { z } from 'zod'
import { limits } from './limits.ts'
import { requiredText } from './text.ts'

/** What stands in a canned response for something of the enquiry it is used in: `{{customer.name}}`. */
export const placeholders = {
  'customer.name': 'Who raised the enquiry',
  'enquiry.id': 'Its number, ENQ-000001',
  'enquiry.type': 'Its type',
  'enquiry.summary': 'Its summary',
  'agent.name': 'Who answers',
  'company.name': 'The company',
} as const
export type Placeholder = keyof typeof placeholders

const braced = /\{\{([^{}]*)\}\}/g

function isPlaceholder(name: string): name is Placeholder {
  return Object.hasOwn(placeholders, name)
}

/** Puts what they stand for in the place of the placeholders; one that nobody knows stays as it was typed. */
export function expandPlaceholders(answer: string, values: Record<Placeholder, string>) {
  return answer.replace(braced, (typed, inner: string) => {
    const name = inner.trim()
    return isPlaceholder(name) ? values[name] : typed
  })
}

/** What stands in double braces and is no placeholder, as it was typed. */
export function unknownPlaceholders(answer: string) {
  return [...answer.matchAll(braced)].filter(([, inner]) => !isPlaceholder(inner!.trim())).map(([typed]) => typed)
}

const answerText = requiredText(limits.message).refine((text) => unknownPlaceholders(text).length === 0, {
  error: ({ input }) => `answer holds an unknown placeholder: ${unknownPlaceholders(String(input)).join(', ')}`,
})
const name = requiredText(limits.cannedResponseName)

/** A text that the company answers with again and again; its name is unique in the company. */
export const CannedResponse = z
  .object({ _id: z.uuid(), name: z.string(), answer: z.string() })
  .meta({ id: 'CannedResponse' })
export type CannedResponse = z.infer<typeof CannedResponse>

export const CreateCannedResponse = z.object({ name, answer: answerText }).meta({ id: 'CreateCannedResponse' })
export type CreateCannedResponse = z.infer<typeof CreateCannedResponse>

export const UpdateCannedResponse = CreateCannedResponse.partial().meta({ id: 'UpdateCannedResponse' })
export type UpdateCannedResponse = z.infer<typeof UpdateCannedResponse>
