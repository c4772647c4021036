import type { DeskSummary, Queue } from '#contract/desk.ts'
import { limits } from '#contract/limits.ts'
import type { Note, WriteNote } from '#contract/notes.ts'
import { api } from '#web/api/api.ts'
import { apiPaths } from '#web/api/apiPaths.ts'
import type { RootState } from '#web/hooks.ts'
import type { DeskQuery } from './deskQuery.ts'

/** A page of the queue, or of a search in it. A search may not count all that it finds. */
export interface QueuePage extends Queue {
  totalIsMore?: boolean
  /** Present if a search took too long and was stopped: the number of the oldest enquiry searched. */
  searchedBackTo?: string
}

interface QueueRequest {
  query: DeskQuery
  userId: string | undefined
}

/** A search finds enquiries of every status, newest first: the list answers it. */
function toRequest({ query, userId }: QueueRequest, cursor: string | undefined) {
  const { search, assignee, ...others } = query
  if (!search) return { url: apiPaths.deskQueue, params: { ...query, cursor } }
  const assignedTo = assignee === 'mine' ? userId : assignee
  return {
    url: apiPaths.enquiry,
    params: { ...others, search, assignee: assignedTo, cursor, countTo: limits.countedFirst },
  }
}

const deskApi = api.injectEndpoints({
  endpoints: (build) => ({
    // No tags, as with the list: the last rows stay on the screen while new ones are fetched.
    getQueue: build.infiniteQuery<QueuePage, QueueRequest, string>({
      query: ({ queryArg, pageParam }) => toRequest(queryArg, pageParam || undefined),
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      },
      extraOptions: { keepsPrevious: true },
    }),
    getDeskSummary: build.query<DeskSummary, void>({
      query: () => ({ url: apiPaths.deskSummary, background: true }),
    }),
    getNotes: build.query<Note[], string>({
      query: (enquiryId) => ({ url: apiPaths.notes, params: { enquiryId }, background: true }),
      transformResponse: ({ docs }: { docs: Note[] }) => docs,
      providesTags: (_notes, _failure, id) => [{ type: 'Note', id }],
    }),
    writeNote: build.mutation<Note, { body: WriteNote; idempotencyKey: string }>({
      query: ({ body, idempotencyKey }) => ({
        url: apiPaths.notes,
        method: 'POST',
        body,
        background: true,
        headers: { 'Idempotency-Key': idempotencyKey },
      }),
      invalidatesTags: (_note, _failure, { body }) => [{ type: 'Note', id: body.enquiry }],
    }),
  }),
})

/** An enquiry as each of the queues that are loaded has it. */
export function asQueued(state: RootState, id: string) {
  const queues = deskApi.util.selectCachedArgsForQuery(state, 'getQueue')
  const pages = queues.flatMap((request) => deskApi.endpoints.getQueue.select(request)(state).data?.pages ?? [])
  return pages.flatMap(({ docs }) => docs).filter(({ _id }) => _id === id)
}

export const { useGetQueueInfiniteQuery, useGetDeskSummaryQuery, useGetNotesQuery, useWriteNoteMutation } = deskApi
