import { z } from 'zod'
import { blankIsNone, Enquiry, EnquiryStatus } from './enquiries.ts'
import { enquiryStatuses } from './enquiries/choices.ts'
import { limits } from './limits.ts'

/** The statuses of the enquiries that a person on the desk works on. */
export const activeStatuses = enquiryStatuses.filter((status) => status !== 'onHold' && status !== 'closed')

export const ReadQueue = z.object({
  assignee: blankIsNone(z.union([z.enum(['mine', 'unassigned', 'all']), z.guid()])).describe(
    'Assigned to the caller (`mine`), to no one (`unassigned`), to anyone or no one (`all`, the default), or to the user with this id.',
  ),
  enquiryStatus: blankIsNone(EnquiryStatus).describe(
    'A single status. Without it, every status except `onHold` and `closed`.',
  ),
  limit: z.coerce.number().int().min(1).max(limits.page.maxSize).default(limits.page.size),
  cursor: blankIsNone(z.string().max(200)).describe('The `nextCursor` of the previous response to the same filters.'),
})
export type ReadQueue = z.infer<typeof ReadQueue>

/** Longest waiting first, then enquiries that wait for no reply. Closed enquiries come newest first. */
export const Queue = z.object({
  docs: z.array(Enquiry),
  totalDocs: z.number().int(),
  nextCursor: z.string().nullable(),
})
export type Queue = z.infer<typeof Queue>

export const StatusCounts = z.record(EnquiryStatus, z.number().int())
export type StatusCounts = z.infer<typeof StatusCounts>

/** Exact totals of the company's enquiries, by status and by assignee. */
export const DeskSummary = z
  .object({
    byStatus: StatusCounts,
    unassigned: StatusCounts,
    assignees: z
      .array(
        z.object({
          _id: z.uuid(),
          name: z.string(),
          profilePic: z.string().nullable(),
          canAnswer: z.boolean().describe('Whether enquiries can be assigned to them.'),
          byStatus: StatusCounts,
        }),
      )
      .describe('Everyone who may reply or is still assigned enquiries: the caller first, then by name.'),
  })
  .meta({ id: 'DeskSummary' })
export type DeskSummary = z.infer<typeof DeskSummary>
