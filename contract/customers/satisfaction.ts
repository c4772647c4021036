import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { cleaned } from '#contract/text/cleaned.ts'

/** How satisfied a customer was: 1 is the worst, 5 the best. */
export const ratings = [1, 2, 3, 4, 5] as const
export const Rating = z.number().int().min(1).max(limits.rating)

export const RateEnquiry = z
  .object({
    rating: Rating,
    comment: z.string().overwrite(cleaned).trim().max(limits.ratingComment).default(''),
  })
  .meta({ id: 'RateEnquiry' })
export type RateEnquiry = z.infer<typeof RateEnquiry>

/** The question for a rating on the customer's page, with the answer so far. */
export const Satisfaction = z
  .object({
    rating: Rating.nullable().describe('Null until the customer has answered.'),
    comment: z.string(),
    canRate: z.boolean().describe('False once the answer is older than 28 days, and for a contact who is blocked.'),
  })
  .meta({ id: 'Satisfaction' })
export type Satisfaction = z.infer<typeof Satisfaction>
