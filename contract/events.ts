import { z } from 'zod'

/** What an event is about: the page asks anew for what it shows of it. */
export const eventSubjects = ['enquiry', 'thread', 'seen', 'note', 'answers', 'user', 'company'] as const

/** Something has changed. It carries ids and numbers only, so that there is nothing in it to be authorised twice. */
export const ChangeEvent = z
  .object({
    no: z.number().int().describe('1, 2, 3 … within the company, without gaps'),
    subject: z.enum(eventSubjects),
    id: z.uuid().describe('of the enquiry, for what is in or about its thread too; else of the user or the company'),
    by: z.uuid().describe('the person whose doing it was'),
    numbers: z
      .object({ from: z.number().int(), to: z.number().int() })
      .optional()
      .describe('when one event stands for many enquiries: the lowest and highest of their numbers; `id` is the first'),
  })
  .meta({ id: 'ChangeEvent' })
export type ChangeEvent = z.infer<typeof ChangeEvent>

export const presenceScreens = ['enquiry', 'thread', 'desk'] as const

/** Where the caller is: renewed every few seconds, gone by itself without. */
export const BePresent = z
  .object({
    tab: z.uuid().describe('made by the browser tab'),
    enquiry: z.guid().nullable().describe('null tells that the tab is gone from it'),
    screen: z.enum(presenceScreens),
    isTyping: z.boolean().default(false),
  })
  .meta({ id: 'BePresent' })
export type BePresent = z.infer<typeof BePresent>

/** Who has an enquiry open now, all of them, each person once; nobody is an empty list. */
export const PresenceEvent = z
  .object({
    enquiry: z.uuid(),
    people: z.array(
      z.object({
        _id: z.uuid(),
        name: z.string(),
        profilePic: z.string().nullable(),
        screens: z.array(z.enum(presenceScreens)),
        isTyping: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'PresenceEvent' })
export type PresenceEvent = z.infer<typeof PresenceEvent>

/**
 * The stream: `hello` first and with the newest number; `reset` where what was missed can no longer be told one by
 * one, so that all that is shown is to be asked anew; `change` for each event; `presence` as people come and go.
 */
export const streamEvents = {
  hello: z.object({ no: z.number().int() }),
  reset: z.object({ no: z.number().int() }),
  change: ChangeEvent,
  presence: PresenceEvent,
} as const
