import { z } from 'zod'
import { limits } from './limits.ts'
import { requiredText } from './text.ts'

/** An internal note in a thread. Only people who may reply ever see it. */
export const Note = z
  .object({
    _id: z.uuid(),
    enquiry: z.uuid(),
    afterSeq: z.number().int().describe('The `seq` of the message that it follows; 0 if it comes before all messages.'),
    author: z.object({ _id: z.uuid(), name: z.string(), profilePic: z.string().nullable() }),
    note: z.string(),
    mentions: z
      .array(z.object({ _id: z.uuid(), name: z.string() }))
      .default([])
      .describe('The people whose `@name` the note contains, with the name that it contains.'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Note' })
export type Note = z.infer<typeof Note>

export const WriteNote = z
  .object({
    enquiry: z.guid(),
    note: requiredText(limits.note),
    mentions: z
      .array(z.guid())
      .max(limits.mentions)
      .default([])
      .describe('People to notify. Only those who may reply, and whose `@name` the note contains, are notified.'),
  })
  .meta({ id: 'WriteNote' })
export type WriteNote = z.infer<typeof WriteNote>

export const ReadNotes = z.object({ enquiryId: z.guid() })
