import { z } from 'zod'
import { Participant } from './accounts.ts'
import { EnquiryDocument, NewDocument } from './documents.ts'
import { enquirySorts, enquiryStatuses } from './enquiries/choices.ts'
import { limits } from './limits.ts'
import { PageQuery, pageOf } from './paging.ts'
import { requiredText, text } from './text.ts'

export const EnquiryStatus = z.enum(enquiryStatuses)
export type EnquiryStatus = z.infer<typeof EnquiryStatus>

/** The id that people see: `ENQ-000001` for the number 1. */
export function toEnquiryId(enquiryNo: number) {
  return `ENQ-${String(enquiryNo).padStart(6, '0')}`
}

export const Enquiry = z
  .object({
    _id: z.uuid(),
    enquiryId: z.string().describe('The display id, such as `ENQ-000001`, counted per company.'),
    enquiryType: z.string(),
    summery: z.string(),
    description: z.string(),
    comments: z.string(),
    enquiryStatus: EnquiryStatus,
    documents: z.array(EnquiryDocument),
    user: Participant,
    host: z.uuid().describe('The id of the company.'),
    version: z.number().int().describe('Increases with each update. The ETag of a single enquiry.'),
    messageCount: z.number().int(),
    assignee: z
      .object({ _id: z.uuid(), name: z.string(), profilePic: z.string().nullable() })
      .nullable()
      .describe('The person responsible for replying, or null if unassigned.'),
    waitingSince: z.iso
      .datetime()
      .nullable()
      .describe('Since when the customer has been waiting for a reply; null if no reply is due.'),
    rating: z
      .number()
      .int()
      .min(1)
      .max(limits.rating)
      .nullable()
      .default(null)
      .describe('The rating of the customer, or null.'),
    unread: z
      .number()
      .int()
      .describe(
        'Messages that the caller has not seen, if `GET /unread` counts this enquiry. At least 1 while a note mentions the caller that they have not seen.',
      ),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Enquiry' })
export type Enquiry = z.infer<typeof Enquiry>

const Changer = z.object({ _id: z.uuid(), name: z.string() })

/** The current version of an enquiry, when an update of an older one is refused. */
export const NewerEnquiry = Enquiry.extend({
  changedBy: z
    .object({ comments: Changer, enquiryStatus: Changer, assignee: Changer })
    .partial()
    .default({})
    .describe('For each field, the person who last changed it.'),
}).meta({ id: 'NewerEnquiry' })
export type NewerEnquiry = z.infer<typeof NewerEnquiry>

export const CreateEnquiry = z
  .object({
    enquiryType: requiredText(limits.enquiryType),
    summery: text(limits.summery).default(''),
    description: text(limits.description).default(''),
    comments: text(limits.comments).default(''),
    enquiryStatus: z.enum(['open', '']).optional().describe('A new enquiry is always open.'),
    documents: z.array(NewDocument).max(limits.documents).default([]),
    user: z.string().optional().describe("The caller's own `_id`; any other is refused with 403."),
    host: z.string().optional().describe("The caller's own company; any other is refused with 403."),
  })
  .meta({ id: 'CreateEnquiry' })
export type CreateEnquiry = z.infer<typeof CreateEnquiry>

/** The same fields as `multipart/form-data`, with each document as a file. */
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
    assignee: z
      .guid()
      .nullable()
      .optional()
      .describe('The new assignee, or null to unassign. Both the caller and the assignee must be allowed to reply.'),
  })
  .meta({ id: 'UpdateEnquiry' })
export type UpdateEnquiry = z.infer<typeof UpdateEnquiry>

const descending = enquirySorts.map((sort) => `-${sort}` as const)

/** Ignores an empty query value, which a cleared form field sends. */
export function blankIsNone<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema.optional())
}

/** A query parameter that may be repeated: `?enquiryType=A&enquiryType=B`. */
function severalOf<T extends z.ZodType>(item: T) {
  return z.preprocess((value) => {
    const list = [value].flat().filter((one) => one !== '' && one !== undefined)
    return list.length ? list : undefined
  }, z.array(item).max(limits.filterValues).optional())
}

/** A query parameter with comma-separated values, which may also be repeated. */
function commaSeparated<T extends z.ZodType>(item: T) {
  return z.preprocess((value) => {
    const list = [value].flat().flatMap((one) => (typeof one === 'string' ? one.split(',') : one))
    return list.every((one) => one === '' || one === undefined) ? undefined : list
  }, z.array(item).max(limits.filterValues).optional())
}

const yesOrNo = blankIsNone(z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] }))
const dateOrTime = z.union([z.iso.datetime({ offset: true }), z.iso.date()])

/** Selects enquiries in the list, in an export and in a bulk change. */
export const EnquiryFilter = z.object({
  search: text(limits.search)
    .optional()
    .describe(
      'Words or beginnings of words, or an enquiry number. Each word must occur in the texts, the messages or the name of the requester or assignee; for callers who may reply also in the internal notes.',
    ),
  enquiryStatus: commaSeparated(EnquiryStatus).describe('One status, or several separated by commas.'),
  enquiryType: severalOf(text(limits.enquiryType)).describe('A type. Repeat the parameter for several.'),
  raisedBy: commaSeparated(z.guid()).describe('Ids of the requesters, users or contacts, separated by commas.'),
  assignee: commaSeparated(z.union([z.literal('unassigned'), z.guid()])).describe(
    'User ids of the assignees, or `unassigned`, separated by commas.',
  ),
  hasDocuments: yesOrNo,
  unanswered: yesOrNo.describe('Not closed, and the last message is not from the host.'),
  rating: commaSeparated(z.coerce.number().int().min(1).max(limits.rating)).describe(
    'One rating of the customer from 1 to 5, or several separated by commas.',
  ),
  createdFrom: blankIsNone(dateOrTime).describe('A time or a day in UTC, inclusive.'),
  createdTo: blankIsNone(dateOrTime).describe('A time (exclusive) or a day in UTC (inclusive).'),
  updatedFrom: blankIsNone(dateOrTime).describe('A time or a day in UTC, inclusive.'),
  updatedTo: blankIsNone(dateOrTime).describe('A time (exclusive) or a day in UTC (inclusive).'),
})
export type EnquiryFilter = z.infer<typeof EnquiryFilter>

export const ListEnquiries = PageQuery.extend({
  _id: z.guid().optional(),
  ...EnquiryFilter.shape,
  sort: blankIsNone(z.enum([...enquirySorts, ...descending])).describe(
    'A leading `-` sorts in descending order. The default is newest first.',
  ),
  cursor: blankIsNone(z.string().max(limits.cursor)).describe(
    'The `nextCursor` of the previous response to the same filters and sort. The page starts after its last row.',
  ),
  countTo: blankIsNone(z.coerce.number().int().min(1).max(limits.counted)).describe(
    'Stop counting the total here, or at the end of the page if that is later. A small value makes a broad search faster.',
  ),
})
export type ListEnquiries = z.infer<typeof ListEnquiries>

/** Where a search matched. `marks` are the [from, to) positions of the matched words within `excerpt`. */
export const SearchMatch = z
  .object({
    field: z.enum([
      'enquiryId',
      'enquiryType',
      'summery',
      'description',
      'comments',
      'requester',
      'assignee',
      'message',
      'note',
    ]),
    excerpt: z.string(),
    marks: z.array(z.tuple([z.number().int(), z.number().int()])),
  })
  .meta({ id: 'SearchMatch' })
export type SearchMatch = z.infer<typeof SearchMatch>

/** An enquiry in a list. A search adds what matched. */
export const ListedEnquiry = Enquiry.extend({ match: SearchMatch.optional() }).meta({ id: 'ListedEnquiry' })
export type ListedEnquiry = z.infer<typeof ListedEnquiry>

/** One page of the list. */
export const PageOfEnquiries = pageOf(ListedEnquiry).extend({
  searchedBackTo: z
    .string()
    .optional()
    .describe(
      'Present only if a search took too long and was stopped: the `enquiryId` of the oldest enquiry searched. There may then be more than `totalDocs`. With the newest first, `nextCursor` continues from there.',
    ),
})
export type PageOfEnquiries = z.infer<typeof PageOfEnquiries>

/** A person of the company, to filter by. */
export const Requester = z.object({ _id: z.uuid(), name: z.string() }).meta({ id: 'Requester' })
export type Requester = z.infer<typeof Requester>

/** A user or a contact who may have raised enquiries. Only a contact has an address here, for people who may answer. */
export const PossibleRequester = Requester.extend({
  kind: Participant.shape.kind,
  email: z.string().nullable().default(null),
}).meta({ id: 'PossibleRequester' })
export type PossibleRequester = z.infer<typeof PossibleRequester>

export const ListRequesters = z.object({
  search: text(limits.search)
    .default('')
    .describe(
      'Which contacts to include: those with these words or beginnings of words in the name or, for people who may answer, in the address.',
    ),
  ids: commaSeparated(z.guid()).describe('Contacts to include in any case, separated by commas.'),
})
export type ListRequesters = z.infer<typeof ListRequesters>

/** The company's enquiries by status, the types it has used, and the people they are assigned to. */
export const EnquirySummary = z
  .object({
    total: z.number().int(),
    byStatus: z.record(EnquiryStatus, z.number().int()),
    types: z.array(z.string()).describe('Most used first.'),
    assignees: z.array(Requester).describe('Everyone to whom an enquiry is assigned, by name.'),
  })
  .meta({ id: 'EnquirySummary' })
export type EnquirySummary = z.infer<typeof EnquirySummary>
