import { z } from 'zod'
import { EnquiryDocument, NewDocument } from './documents.ts'
import { limits } from './limits.ts'
import { PageQuery, pageOf } from './paging.ts'
import { requiredText, text } from './text.ts'

export const enquiryStatuses = ['open', 'in-progress', 'inReview', 'onHold', 'closed'] as const
export const EnquiryStatus = z.enum(enquiryStatuses)
export type EnquiryStatus = z.infer<typeof EnquiryStatus>

export const statusLabels: Record<EnquiryStatus, string> = {
  open: 'Open',
  'in-progress': 'In progress',
  inReview: 'In review',
  onHold: 'On hold',
  closed: 'Closed',
}

export const Enquiry = z
  .object({
    _id: z.uuid(),
    enquiryId: z.string().describe('the display id, `ENQ-000001`, counted per company'),
    enquiryType: z.string(),
    summery: z.string(),
    description: z.string(),
    comments: z.string(),
    enquiryStatus: EnquiryStatus,
    documents: z.array(EnquiryDocument),
    user: z.object({ _id: z.uuid(), name: z.string(), profilePic: z.string().nullable() }),
    host: z.uuid().describe('the company'),
    version: z.number().int().describe('raised by each update; the ETag of a single enquiry'),
    messageCount: z.number().int(),
    assignee: z
      .object({ _id: z.uuid(), name: z.string(), profilePic: z.string().nullable() })
      .nullable()
      .describe('who answers it'),
    waitingSince: z.iso.datetime().nullable().describe('since when it waits for an answer; null once it has one'),
    unread: z.number().int().describe('messages that the caller has not seen, where they concern the caller'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Enquiry' })
export type Enquiry = z.infer<typeof Enquiry>

export const CreateEnquiry = z
  .object({
    enquiryType: requiredText(limits.enquiryType),
    summery: text(limits.summery).default(''),
    description: text(limits.description).default(''),
    comments: text(limits.comments).default(''),
    enquiryStatus: z.enum(['open', '']).optional().describe('a new enquiry is open'),
    documents: z.array(NewDocument).max(limits.documents).default([]),
    user: z.string().optional().describe("the caller's own `_id`; nobody else's is taken"),
    host: z.string().optional().describe("the caller's own company; no other is taken"),
  })
  .meta({ id: 'CreateEnquiry' })
export type CreateEnquiry = z.infer<typeof CreateEnquiry>

/** The same as `multipart/form-data`, where each document is a file. */
export const CreateEnquiryForm = CreateEnquiry.extend({
  documents: z
    .array(z.string().meta({ format: 'binary' }))
    .max(limits.documents)
    .optional(),
})

export const UpdateEnquiry = z
  .object({
    id: z.guid(),
    comments: text(limits.comments).optional(),
    enquiryStatus: EnquiryStatus.optional(),
    assignee: z.guid().nullable().optional().describe('who shall answer it; only from who may answer, to one who may'),
  })
  .meta({ id: 'UpdateEnquiry' })
export type UpdateEnquiry = z.infer<typeof UpdateEnquiry>

export const enquirySorts = ['enquiryId', 'enquiryType', 'summery', 'enquiryStatus', 'createdAt', 'updatedAt'] as const
export type EnquirySort = (typeof enquirySorts)[number]
const descending = enquirySorts.map((sort) => `-${sort}` as const)

/** An empty value in the query means that nothing was asked, as a cleared form field sends it. */
export function blankIsNone<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema.optional())
}

/** Something that comes several times or once: `?enquiryType=A&enquiryType=B`. */
function severalOf<T extends z.ZodType>(item: T) {
  return z.preprocess((value) => {
    const list = [value].flat().filter((one) => one !== '' && one !== undefined)
    return list.length ? list : undefined
  }, z.array(item).max(limits.filterValues).optional())
}

/** Values separated by commas, or come several times. */
function commaSeparated<T extends z.ZodType>(item: T) {
  return z.preprocess((value) => {
    const list = [value].flat().flatMap((one) => (typeof one === 'string' ? one.split(',') : one))
    return list.every((one) => one === '' || one === undefined) ? undefined : list
  }, z.array(item).max(limits.filterValues).optional())
}

const yesOrNo = blankIsNone(z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] }))
const moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()])

/** Which enquiries are meant: the same in the list, in an export and in a bulk change. */
export const EnquiryFilter = z.object({
  search: text(limits.search)
    .optional()
    .describe('words or beginnings of words, all of which must occur in the texts or messages; or a number'),
  enquiryStatus: commaSeparated(EnquiryStatus).describe('one status, or several separated by commas'),
  enquiryType: severalOf(text(limits.enquiryType)).describe('one type; repeated for several'),
  raisedBy: commaSeparated(z.guid()).describe('ids of who raised it, separated by commas'),
  hasDocuments: yesOrNo,
  unanswered: yesOrNo.describe('not closed, and the last word is not the host’s'),
  createdFrom: blankIsNone(moment).describe('a moment, or a day in UTC; itself included'),
  createdTo: blankIsNone(moment).describe('a moment, itself excluded; or a day in UTC, itself included'),
  updatedFrom: blankIsNone(moment),
  updatedTo: blankIsNone(moment),
})
export type EnquiryFilter = z.infer<typeof EnquiryFilter>

export const ListEnquiries = PageQuery.extend({
  _id: z.guid().optional(),
  ...EnquiryFilter.shape,
  sort: blankIsNone(z.enum([...enquirySorts, ...descending])).describe(
    'a leading `-` sorts downwards; newest first by default',
  ),
  cursor: blankIsNone(z.string().max(limits.cursor)).describe(
    'the `nextCursor` of the answer before, asked with the same filters and sort: goes on behind its last row',
  ),
  countTo: blankIsNone(z.coerce.number().int().min(1).max(limits.counted)).describe(
    'how far the total is counted, and to the end of the page at least: the rows of what finds much come sooner',
  ),
})
export type ListEnquiries = z.infer<typeof ListEnquiries>

/** Where a search was found. `marks` are the [from, to) of the found words within `excerpt`. */
export const SearchMatch = z
  .object({
    field: z.enum(['enquiryId', 'enquiryType', 'summery', 'description', 'comments', 'message']),
    excerpt: z.string(),
    marks: z.array(z.tuple([z.number().int(), z.number().int()])),
  })
  .meta({ id: 'SearchMatch' })
export type SearchMatch = z.infer<typeof SearchMatch>

/** An enquiry in a list: when searched for, with what matched. */
export const ListedEnquiry = Enquiry.extend({ match: SearchMatch.optional() }).meta({ id: 'ListedEnquiry' })
export type ListedEnquiry = z.infer<typeof ListedEnquiry>

/** A part of the list. */
export const PageOfEnquiries = pageOf(ListedEnquiry).extend({
  searchedBackTo: z
    .string()
    .optional()
    .describe(
      'only if a search was stopped because it took too long: the `enquiryId` of the oldest enquiry that it looked at. There may be more than `totalDocs` then; newest first, `nextCursor` goes on from there',
    ),
})
export type PageOfEnquiries = z.infer<typeof PageOfEnquiries>

/** How many enquiries of the company have each status, and the types it has used. */
export const EnquirySummary = z
  .object({
    total: z.number().int(),
    byStatus: z.record(EnquiryStatus, z.number().int()),
    types: z.array(z.string()).describe('the most used first'),
  })
  .meta({ id: 'EnquirySummary' })
export type EnquirySummary = z.infer<typeof EnquirySummary>

/** Somebody who may have raised enquiries. */
export const Requester = z.object({ _id: z.uuid(), name: z.string() }).meta({ id: 'Requester' })
export type Requester = z.infer<typeof Requester>
