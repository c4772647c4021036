import { z } from 'zod'
import { PageQuery } from './paging.ts'

const recorded = z.union([z.string(), z.number(), z.null()])

/** Something that was done to an enquiry: who, when, and each field from what to what. */
export const HistoryEntry = z
  .object({
    _id: z.uuid(),
    action: z.string().describe('`created`, `changed`, …'),
    by: z.object({ _id: z.uuid(), name: z.string(), profilePic: z.string().nullable() }),
    changes: z.record(z.string(), z.tuple([recorded, recorded])).describe('from what to what, by field'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'HistoryEntry' })
export type HistoryEntry = z.infer<typeof HistoryEntry>

export const ReadHistory = PageQuery.extend({ enquiryId: z.guid() })
export type ReadHistory = z.infer<typeof ReadHistory>
