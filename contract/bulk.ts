import { z } from 'zod'
import { EnquiryFilter, EnquiryStatus, UpdateEnquiry } from './enquiries.ts'
import { limits } from './limits.ts'

/** Either `ids`, or a `filter`: then all that match it at this moment. Either the status changes, or who answers. */
export const ChangeMany = z
  .object({
    ids: z.array(z.guid()).min(1).max(limits.bulkIds).optional(),
    filter: EnquiryFilter.optional(),
    enquiryStatus: EnquiryStatus.optional().describe('what they become'),
    assignee: UpdateEnquiry.shape.assignee,
  })
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), {
    error: 'Name either ids or a filter',
    path: ['ids'],
  })
  .refine(({ enquiryStatus, assignee }) => (enquiryStatus === undefined) !== (assignee === undefined), {
    error: 'Change either the status or the assignee',
    path: ['enquiryStatus'],
  })
  .meta({ id: 'ChangeMany' })
export type ChangeMany = z.infer<typeof ChangeMany>

/** A change of many enquiries, worked off in the background; it goes on after a restart of the server. */
export const Job = z
  .object({
    _id: z.uuid(),
    kind: z.enum(['change', 'undo']),
    field: z.enum(['status', 'assignee']).describe('what of them changes; an undo gives back what it was'),
    enquiryStatus: EnquiryStatus.nullable().describe('what they become, where the status changes'),
    assignee: z
      .object({ _id: z.uuid(), name: z.string() })
      .nullable()
      .describe('who answers them from then on, where that changes; null for nobody'),
    total: z.number().int(),
    done: z.number().int(),
    changed: z.number().int().describe('of those done; the others were left as they are'),
    isFinished: z.boolean().describe('all are done, or it was stopped before that'),
    canUndo: z.boolean(),
    createdAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Job' })
export type Job = z.infer<typeof Job>

/** How one enquiry came out; `waiting` until it is its turn. */
export const jobOutcomes = ['waiting', 'changed', 'unchanged', 'changed-since', 'not-possible', 'missing'] as const

export const JobResult = z
  .object({ position: z.number().int(), _id: z.uuid(), enquiryId: z.string(), outcome: z.enum(jobOutcomes) })
  .meta({ id: 'JobResult' })
export type JobResult = z.infer<typeof JobResult>

export const ReadJobResults = z.object({
  after: z.coerce.number().int().min(0).max(2_147_483_647).default(0).describe('only those of a greater `position`'),
  limit: z.coerce.number().int().min(1).max(limits.page.maxSize).default(limits.page.maxSize),
})
export type ReadJobResults = z.infer<typeof ReadJobResults>
