import { z } from 'zod'
import { limits } from './limits.ts'
import { requiredText } from './text.ts'

/** What stands in a canned answer for something of the enquiry it is used in: `{{customer.name}}`. */
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
export function expandAnswer(answer: string, values: Record<Placeholder, string>) {
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
const name = requiredText(limits.answerName)

/** A text that the company answers with again and again; its name is unique in the company. */
export const CannedAnswer = z
  .object({ _id: z.uuid(), name: z.string(), answer: z.string() })
  .meta({ id: 'CannedAnswer' })
export type CannedAnswer = z.infer<typeof CannedAnswer>

export const CreateAnswer = z.object({ name, answer: answerText }).meta({ id: 'CreateAnswer' })
export type CreateAnswer = z.infer<typeof CreateAnswer>

export const UpdateAnswer = CreateAnswer.partial().meta({ id: 'UpdateAnswer' })
export type UpdateAnswer = z.infer<typeof UpdateAnswer>
