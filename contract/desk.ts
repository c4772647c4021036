import { z } from 'zod'
import { blankIsNone, Enquiry, EnquiryStatus } from './enquiries.ts'
import { limits } from './limits.ts'

export const ReadQueue = z.object({
  assignee: blankIsNone(z.union([z.enum(['mine', 'unassigned', 'all']), z.guid()])).describe(
    'whose: the caller’s, nobody’s, all (which is meant without it), or those of the person of that id',
  ),
  enquiryStatus: blankIsNone(EnquiryStatus).describe('one status; without it all but the closed ones'),
  limit: z.coerce.number().int().min(1).max(limits.page.maxSize).default(limits.page.size),
  cursor: blankIsNone(z.string().max(200)).describe(
    'the `nextCursor` of the answer before, asked with the same filters',
  ),
})
export type ReadQueue = z.infer<typeof ReadQueue>

/** Longest waiting first, then what waits for nothing; of the closed ones the newest first. */
export const Queue = z.object({
  docs: z.array(Enquiry),
  totalDocs: z.number().int(),
  nextCursor: z.string().nullable(),
})
export type Queue = z.infer<typeof Queue>

export const StatusCounts = z.record(EnquiryStatus, z.number().int())
export type StatusCounts = z.infer<typeof StatusCounts>

/** Exact totals of the company's enquiries, by status and by who answers them. */
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
          canAnswer: z.boolean().describe('whether an enquiry can be assigned to them'),
          byStatus: StatusCounts,
        }),
      )
      .describe('everybody who may answer, and whoever still has enquiries; the caller first, then by name'),
  })
  .meta({ id: 'DeskSummary' })
export type DeskSummary = z.infer<typeof DeskSummary>
