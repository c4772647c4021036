import { z } from 'zod'
import { limits } from './limits.ts'
import { requiredText } from './text.ts'

/** The placeholders that a canned response may contain, such as `{{customer.name}}`, and how the page describes them. */
export const placeholders = {
  'customer.name': 'Requester’s name',
  'enquiry.id': 'Enquiry ID, such as ENQ-000001',
  'enquiry.type': 'Enquiry type',
  'enquiry.summary': 'Summary',
  'agent.name': 'Your name',
  'company.name': 'Company name',
} as const
export type Placeholder = keyof typeof placeholders

const braced = /\{\{([^{}]*)\}\}/g

function isPlaceholder(name: string): name is Placeholder {
  return Object.hasOwn(placeholders, name)
}

/** Replaces placeholders with their values; an unknown one stays as it was typed. */
export function expandPlaceholders(text: string, values: Record<Placeholder, string>) {
  return text.replace(braced, (typed, inner: string) => {
    const name = inner.trim()
    return isPlaceholder(name) ? values[name] : typed
  })
}

/** Everything in double braces that is not a placeholder, as it was typed. */
export function unknownPlaceholders(text: string) {
  return [...text.matchAll(braced)].filter(([, inner]) => !isPlaceholder(inner!.trim())).map(([typed]) => typed)
}

const responseText = requiredText(limits.message).refine((text) => unknownPlaceholders(text).length === 0, {
  error: ({ input }) => `answer contains an unknown placeholder: ${unknownPlaceholders(String(input)).join(', ')}`,
})
const name = requiredText(limits.cannedResponseName)

/** A reply that a company saves for reuse. Its name is unique within the company. */
export const CannedResponse = z
  .object({ _id: z.uuid(), name: z.string(), answer: z.string() })
  .meta({ id: 'CannedResponse' })
export type CannedResponse = z.infer<typeof CannedResponse>

export const CreateCannedResponse = z.object({ name, answer: responseText }).meta({ id: 'CreateCannedResponse' })
export type CreateCannedResponse = z.infer<typeof CreateCannedResponse>

export const UpdateCannedResponse = CreateCannedResponse.partial().meta({ id: 'UpdateCannedResponse' })
export type UpdateCannedResponse = z.infer<typeof UpdateCannedResponse>
