import { z } from 'zod'

/** What an event is about. A page that shows it refetches it. */
export const eventSubjects = ['enquiry', 'thread', 'seen', 'note', 'answers', 'user', 'company'] as const

/** A change. It carries only ids and numbers, so reading what changed goes through the usual permission checks. */
export const ChangeEvent = z
  .object({
    no: z.number().int().describe('Counts up within the company: 1, 2, 3 … without gaps.'),
    subject: z.enum(eventSubjects),
    id: z
      .uuid()
      .describe(
        'The id of the enquiry, also for its thread, seen marks and notes; otherwise of the user, the contact (subject `user`) or the company. `seen` with ' +
          'the id of the user means that they marked notifications as read or unread.',
      ),
    by: z.uuid().describe('The id of the user or contact who made the change.'),
    numbers: z
      .object({ from: z.number().int(), to: z.number().int() })
      .optional()
      .describe('For a change to many enquiries: the lowest and highest of their numbers. `id` is the first of them.'),
  })
  .meta({ id: 'ChangeEvent' })
export type ChangeEvent = z.infer<typeof ChangeEvent>

export const presenceScreens = ['enquiry', 'thread', 'desk'] as const

/** Where the caller is. The tab repeats it every few seconds; without a repeat, it expires. */
export const BePresent = z
  .object({
    tab: z.uuid().describe('An id that the browser tab generated.'),
    enquiry: z.guid().nullable().describe('Null when the tab leaves the enquiry.'),
    screen: z.enum(presenceScreens),
    isTyping: z.boolean().default(false),
    isEditing: z.boolean().default(false).describe('Whether the form of the enquiry is open for changes.'),
  })
  .meta({ id: 'BePresent' })
export type BePresent = z.infer<typeof BePresent>

/** Everyone who has an enquiry open, each person once; an empty list if no one has. */
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
        isEditing: z.boolean().default(false),
      }),
    ),
  })
  .meta({ id: 'PresenceEvent' })
export type PresenceEvent = z.infer<typeof PresenceEvent>

/**
 * The events of the stream: `hello` first, with the newest number; `reset` if too many events were missed to send
 * them one by one, so the page must refetch everything; `change` for each event; `presence` as people come and go; `leave` last
 * if the server is stopping, so that the page connects again at once, to another one.
 */
export const streamEvents = {
  hello: z.object({ no: z.number().int() }),
  reset: z.object({ no: z.number().int() }),
  change: ChangeEvent,
  presence: PresenceEvent,
  leave: z.object({}),
} as const
