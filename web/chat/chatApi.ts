import { original, type WritableDraft } from '@reduxjs/toolkit'
import type { QueryReturnValue } from '@reduxjs/toolkit/query'
import type { Message, Thread, ThreadFiles } from '#contract/chat.ts'
import { limits } from '#contract/limits.ts'
import { api } from '#web/api/api.ts'
import { apiPaths } from '#web/api/apiPaths.ts'
import type { Failure } from '#web/api/errors.ts'
import type { Request } from '#web/api/transport.ts'
import { withEarlier, withNewest, withRenewed, withSender, withSent } from '#web/chat/thread/threads.ts'
import type { AppDispatch, RootState } from '#web/hooks.ts'

const chatApi = api.injectEndpoints({
  endpoints: (build) => ({
    getThread: build.query<Thread, string>({
      queryFn: (enquiryId, { getState, queryCacheKey }, _options, request) =>
        fetchThread(enquiryId, knownThread(getState(), queryCacheKey), request as Requester),
      merge: (known, newest) => withNewest(plain(known), newest),
      providesTags: (_thread, _failure, id) => [{ type: 'Thread', id }],
    }),
    /** The newest messages of a thread that is likely to be opened next. Nobody waits for them. */
    getThreadAhead: build.query<Thread, string>({
      query: (enquiryId) => ({ url: apiPaths.chat, params: { enquiryId }, background: true, quiet: true }),
      providesTags: (_thread, _failure, id) => [{ type: 'Thread', id }],
    }),
    getEarlierMessages: build.mutation<Thread, { enquiryId: string; before: number; limit?: number }>({
      query: (params) => ({ url: apiPaths.chat, params, background: true }),
      onQueryStarted: async ({ enquiryId }, { dispatch, queryFulfilled }) => {
        const data = await fulfilled(queryFulfilled)
        if (!data) return
        dispatch(chatApi.util.updateQueryData('getThread', enquiryId, (known) => withEarlier(plain(known), data)))
      },
    }),
    getMessageAfter: build.mutation<Thread, { enquiryId: string; after: number }>({
      query: (params) => ({ url: apiPaths.chat, params: { ...params, limit: 1 }, background: true, quiet: true }),
      onQueryStarted: async ({ enquiryId }, { dispatch, queryFulfilled }) => {
        const message = (await fulfilled(queryFulfilled))?.docs[0]
        if (!message) return
        dispatch(chatApi.util.updateQueryData('getThread', enquiryId, (known) => withSender(plain(known), message)))
      },
    }),
    getAround: build.query<Thread, { enquiryId: string; after: number }>({
      query: (params) => ({
        url: apiPaths.chat,
        params: { ...params, limit: renewedAtOnce },
        background: true,
        quiet: true,
      }),
      keepUnusedDataFor: 0,
      onQueryStarted: async ({ enquiryId }, { dispatch, queryFulfilled }) => {
        const docs = (await fulfilled(queryFulfilled))?.docs
        if (!docs) return
        dispatch(chatApi.util.updateQueryData('getThread', enquiryId, (known) => withRenewed(plain(known), docs)))
      },
    }),
    getThreadFiles: build.infiniteQuery<ThreadFiles, string, number>({
      query: ({ queryArg: enquiryId, pageParam }) => ({
        url: apiPaths.chatFiles,
        params: { enquiryId, before: pageParam || undefined },
        background: true,
      }),
      infiniteQueryOptions: {
        initialPageParam: 0,
        getNextPageParam: ({ docs, hasEarlier }) => (hasEarlier ? docs.at(-1)?.seq : undefined),
      },
      providesTags: (_files, _failure, id) => [{ type: 'Thread', id }],
    }),
  }),
})

/** How many messages get new URLs with one request. */
const renewedAtOnce = 50

/**
 * Fetches new URLs for the files of a message and its neighbours. Requests for the same messages are joined.
 */
export function renewFiles(enquiryId: string, seq: number) {
  const after = Math.floor((seq - 1) / renewedAtOnce) * renewedAtOnce
  return chatApi.endpoints.getAround.initiate({ enquiryId, after }, { forceRefetch: true, subscribe: false })
}

/**
 * Requests the newest messages of a thread before it is shown, and resolves once they are there, or after `patienceMs`. A thread that
 * is known already gets what is missing when it is shown. Does not wait for a request that is under way already.
 */
export function requestThread(enquiryId: string, patienceMs: number) {
  return async (dispatch: AppDispatch, getState: () => RootState) => {
    const { getThread, getThreadAhead } = chatApi.endpoints
    const { data, isLoading } = getThread.select(enquiryId)(getState())
    if (data || isLoading) return
    const ahead = getThreadAhead.select(enquiryId)(getState()).data
    if (ahead) {
      const entry = { endpointName: 'getThread', arg: enquiryId, value: ahead } as const
      dispatch(chatApi.util.upsertQueryEntries([entry]))
      return
    }
    const late = new Promise((resolve) => setTimeout(resolve, patienceMs))
    await Promise.race([dispatch(getThread.initiate(enquiryId, { forceRefetch: true, subscribe: false })), late])
  }
}

/** Whether the first request of a thread is under way. */
export function isThreadRequested(state: RootState, enquiryId: string) {
  return chatApi.endpoints.getThread.select(enquiryId)(state).isLoading
}

/** Adds a message that the server has accepted to its thread, and fetches what others have written meanwhile. */
export function messageArrived(message: Message) {
  return (dispatch: AppDispatch) => {
    const { enquiry: id } = message
    dispatch(chatApi.util.updateQueryData('getThread', id, (known) => withSent(plain(known), message)))
    dispatch(
      chatApi.util.invalidateTags([
        { type: 'Thread', id },
        { type: 'Enquiry', id },
      ]),
    )
  }
}

/** Fetches one message of a person whose name or picture has changed, and updates all their messages from it. */
export function senderChanged(enquiryId: string, userId: string) {
  return (dispatch: AppDispatch, getState: () => RootState) => {
    const known = chatApi.endpoints.getThread.select(enquiryId)(getState()).data
    const theirs = known?.docs.find(({ sender }) => sender._id === userId)
    if (theirs) void dispatch(chatApi.endpoints.getMessageAfter.initiate({ enquiryId, after: theirs.seq - 1 }))
  }
}

type ThreadResult = QueryReturnValue<Thread, Failure, object | undefined>
type Requester = (request: Request) => ThreadResult | PromiseLike<ThreadResult>

/** Fetches the newest messages of a thread, or everything written since the known ones. */
async function fetchThread(enquiryId: string, known: Thread | undefined, request: Requester) {
  const last = known?.docs.at(-1)
  if (!known || !last) return request({ url: apiPaths.chat, params: { enquiryId } })
  let whole = known
  for (let after = 0; lastSeq(whole) > after;) {
    after = lastSeq(whole)
    const params = { enquiryId, after, limit: limits.thread.maxSize }
    const { data, error } = await request({ url: apiPaths.chat, params })
    if (error) return { error }
    whole = withNewest(whole, data)
    if (!data.hasLater) break
  }
  return { data: whole }
}

function lastSeq({ docs }: Thread) {
  return docs.at(-1)?.seq ?? 0
}

function knownThread(state: unknown, cacheKey = '') {
  const { queries } = (state as { api: ReturnType<typeof api.reducer> }).api
  return queries[cacheKey]?.data as Thread | undefined
}

/** The result, or undefined after a failure: the caller of the request handles that. */
async function fulfilled<Result>(request: Promise<{ data: Result }>) {
  try {
    return (await request).data
  } catch {
    return undefined
  }
}

/** Reading thousands of messages through an Immer draft would create a proxy for each. */
function plain(known: WritableDraft<Thread>): Thread {
  return original(known) ?? known
}

/** The `seq` of the newest message with files, among those that the page has; 0 if there is none. */
export function useNewestWithFiles(enquiryId: string) {
  return chatApi.endpoints.getThread.useQueryState(enquiryId, {
    selectFromResult: ({ data }) => ({ seq: data?.docs.findLast(({ files }) => files.length > 0)?.seq ?? 0 }),
  }).seq
}

export const {
  useGetThreadQuery,
  useGetThreadAheadQuery,
  useGetEarlierMessagesMutation,
  useGetThreadFilesInfiniteQuery,
} = chatApi
