import type { DeskSummary, Queue } from '#contract/desk.ts'
import type { Note, WriteNote } from '#contract/notes.ts'
import { api } from '#web/api/api.ts'
import type { DeskQuery } from './deskQuery.ts'

const deskApi = api.enhanceEndpoints({ addTagTypes: ['Note'] }).injectEndpoints({
  endpoints: (build) => ({
    // No tags, as with the list: the last rows stay on the screen while new ones are fetched.
    getQueue: build.infiniteQuery<Queue, DeskQuery, string>({
      query: ({ queryArg, pageParam }) => ({
        url: '/desk/queue',
        params: { ...queryArg, cursor: pageParam || undefined },
      }),
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      },
      extraOptions: { keepsPrevious: true },
    }),
    getDeskSummary: build.query<DeskSummary, void>({ query: () => ({ url: '/desk/summary', background: true }) }),
    getNotes: build.query<Note[], string>({
      query: (enquiryId) => ({ url: '/notes', params: { enquiryId }, background: true }),
      transformResponse: ({ docs }: { docs: Note[] }) => docs,
      providesTags: (_notes, _failure, id) => [{ type: 'Note', id }],
    }),
    writeNote: build.mutation<Note, { body: WriteNote; idempotencyKey: string }>({
      query: ({ body, idempotencyKey }) => ({
        url: '/notes',
        method: 'POST',
        body,
        background: true,
        headers: { 'Idempotency-Key': idempotencyKey },
      }),
      invalidatesTags: (_note, _failure, { body }) => [{ type: 'Note', id: body.enquiry }],
    }),
  }),
})

export const { useGetQueueInfiniteQuery, useGetDeskSummaryQuery, useGetNotesQuery, useWriteNoteMutation } = deskApi
