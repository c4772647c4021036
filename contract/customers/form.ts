import { z } from 'zod'
import { email } from '#contract/accounts.ts'
import { limits } from '#contract/limits.ts'
import { requiredLine, requiredText, text } from '#contract/text.ts'
import { languages } from './languages.ts'

/** The part of the form's address after `/f/`. */
export const slug = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/, 'Use 1 to 60 letters a–z, digits and hyphens')

/** `https://example.com`, without a path. */
const origin = z
  .string()
  .trim()
  .toLowerCase()
  .max(limits.form.address)
  .regex(
    /^https?:\/\/[a-z0-9.[\]:-]+\/?$/,
    'Enter an address such as https://www.example.com, without anything after the host',
  )
  .transform((address) => address.replace(/\/$/, ''))

const webAddress = z.url({ protocol: /^https?$/, error: 'Enter an address such as https://www.example.com/privacy' })

/** A company's form for customers, as its owners configure it. */
export const CustomerForm = z
  .object({
    isEnabled: z.boolean(),
    slug: slug.describe('The form is at `/f/{slug}`. No other company has the same.'),
    types: z
      .array(requiredLine(limits.enquiryType))
      .min(1, 'List at least one type')
      .max(limits.companyTypes)
      .refine((types) => new Set(types).size === types.length, 'Each type can be listed only once')
      .describe('The types that a customer chooses from. If there is only one, the form does not ask for it.'),
    greeting: text(limits.form.greeting).describe('Shown above the fields.'),
    colour: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, 'Enter a colour such as #146cdd')
      .describe('The colour of the button and the links, such as `#146cdd`.'),
    languages: z
      .array(z.enum(languages))
      .min(1)
      .max(languages.length)
      .describe('The first is shown if none fits the visitor.'),
    privacyUrl: webAddress.max(limits.form.address).nullable().describe('The address of the privacy notice.'),
    origins: z.array(origin).max(limits.form.origins).describe('The websites that may embed the form.'),
  })
  .meta({ id: 'CustomerForm' })
export type CustomerForm = z.infer<typeof CustomerForm>

export const heldReasons = ['decoy', 'sender', 'company', 'recipient', 'blocked'] as const

/** A submission that an owner has to look at before it becomes an enquiry. */
export const HeldSubmission = z
  .object({
    _id: z.uuid(),
    enquiryType: z.string(),
    summery: z.string(),
    description: z.string(),
    name: z.string(),
    email: z.string(),
    heldFor: z
      .enum(heldReasons)
      .describe(
        'A field was filled in that people do not see; too many from one network, for the company, or for one address; or the contact is blocked.',
      ),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'HeldSubmission' })
export type HeldSubmission = z.infer<typeof HeldSubmission>

/** The fields that a visitor sends. The images are files of the form. */
export const Submission = z.object({
  enquiryType: text(limits.enquiryType).default(''),
  summery: requiredLine(limits.summery),
  description: requiredText(limits.description),
  name: requiredLine(limits.name),
  email,
})
export type Submission = z.infer<typeof Submission>
