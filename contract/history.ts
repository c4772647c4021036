import { z } from 'zod'
import { Participant } from './accounts.ts'
import { PageQuery } from './paging.ts'

const RecordedValue = z.union([z.string(), z.number(), z.boolean(), z.null()])
export type RecordedValue = z.infer<typeof RecordedValue>

/** A change to an enquiry: who made it, when, and the old and new value of each field. */
export const HistoryEntry = z
  .object({
    _id: z.uuid(),
    action: z.string().describe('`created`, `changed`, …'),
    by: Participant,
    changes: z
      .record(z.string(), z.tuple([RecordedValue, RecordedValue]))
      .describe('By field, the old and the new value.'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'HistoryEntry' })
export type HistoryEntry = z.infer<typeof HistoryEntry>

export const ReadHistory = PageQuery.extend({ enquiryId: z.guid() })
export type ReadHistory = z.infer<typeof ReadHistory>
