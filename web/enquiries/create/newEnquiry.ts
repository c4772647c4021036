import type { z } from 'zod'
import { CreateEnquiry } from '#contract/enquiries.ts'

/** The texts that the form fills in; whose enquiry it is, is not for the form to say. */
export const NewEnquiry = CreateEnquiry.pick({
  enquiryType: true,
  summery: true,
  description: true,
  comments: true,
}).required()
export type NewEnquiry = z.infer<typeof NewEnquiry>

export const blankEnquiry: NewEnquiry = { enquiryType: '', summery: '', description: '', comments: '' }
