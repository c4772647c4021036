import { z } from 'zod'
import { EnquiryFilter, EnquiryStatus, UpdateEnquiry } from './enquiries.ts'
import { limits } from './limits.ts'

/** Changes the status or the assignee of the enquiries in `ids`, or of all that match `filter` at this moment. */
export const ChangeMany = z
  .object({
    ids: z.array(z.guid()).min(1).max(limits.bulkIds).optional(),
    // Strict: a filter that this version does not know must not select all enquiries.
    filter: EnquiryFilter.strict().optional(),
    enquiryStatus: EnquiryStatus.optional().describe('The new status.'),
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

/** A change to many enquiries that runs in the background and resumes after a server restart. */
export const Job = z
  .object({
    _id: z.uuid(),
    kind: z.enum(['change', 'undo']),
    field: z.enum(['status', 'assignee']).describe('The field that changes. An undo restores its previous values.'),
    enquiryStatus: EnquiryStatus.nullable().describe('The new status, or null if the job does not set one.'),
    assignee: z
      .object({ _id: z.uuid(), name: z.string() })
      .nullable()
      .describe('The new assignee. Null if the job unassigns the enquiries or changes their status.'),
    total: z.number().int().describe('Enquiries to process.'),
    done: z.number().int().describe('Enquiries processed so far.'),
    changed: z.number().int().describe('How many of the `done` enquiries changed. The rest were left as they were.'),
    isFinished: z.boolean().describe('True once all enquiries are done or the job was stopped.'),
    canUndo: z.boolean().describe('Whether the job can be undone with `POST /jobs/{id}/undo`.'),
    createdAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Job' })
export type Job = z.infer<typeof Job>

/** The result for one enquiry; `waiting` until it is processed. */
export const jobOutcomes = ['waiting', 'changed', 'unchanged', 'changed-since', 'not-possible', 'missing'] as const

export const JobResult = z
  .object({ position: z.number().int(), _id: z.uuid(), enquiryId: z.string(), outcome: z.enum(jobOutcomes) })
  .meta({ id: 'JobResult' })
export type JobResult = z.infer<typeof JobResult>

export const ReadJobResults = z.object({
  after: z.coerce
    .number()
    .int()
    .min(0)
    .max(2_147_483_647)
    .default(0)
    .describe('Return only results with a greater `position`.'),
  limit: z.coerce.number().int().min(1).max(limits.page.maxSize).default(limits.page.maxSize),
})
export type ReadJobResults = z.infer<typeof ReadJobResults>
