import { z } from 'zod'
import { limits } from './limits.ts'
import { requiredText } from './text.ts'

/** What those who may answer tell each other within a thread; nobody else ever sees it. */
export const Note = z
  .object({
    _id: z.uuid(),
    enquiry: z.uuid(),
    afterSeq: z.number().int().describe('stands behind the message of this `seq`; 0: before all'),
    author: z.object({ _id: z.uuid(), name: z.string(), profilePic: z.string().nullable() }),
    note: z.string(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Note' })
export type Note = z.infer<typeof Note>

export const WriteNote = z.object({ enquiry: z.guid(), note: requiredText(limits.note) }).meta({ id: 'WriteNote' })
export type WriteNote = z.infer<typeof WriteNote>

export const ReadNotes = z.object({ enquiryId: z.guid() })
