import type { z } from 'zod'
import type {
  CreateEnquiry,
  Enquiry,
  EnquiryStatus,
  EnquirySummary,
  PageOfEnquiries,
  UpdateEnquiry,
} from '#contract/enquiries.ts'
import { limits } from '#contract/limits.ts'
import { api } from '#web/api/api.ts'
import { apiPaths } from '#web/api/apiPaths.ts'
import { fileForm } from '#web/api/files/fileForm.ts'
import { toastSuccess } from '#web/api/toasts.ts'
import type { Request } from '#web/api/transport.ts'
import { newerOf } from '#web/enquiries/conflict/newerVersion.ts'
import { toFilterParams, filterOf, type ListFilter, type ListQuery } from '#web/enquiries/filters/listQuery.ts'
import { offerUndo } from '#web/enquiries/undo/offerUndo.ts'
import type { AppDispatch, RootState } from '#web/hooks.ts'
import type { NewFile } from '#web/storage/keptFiles.ts'

export type { PageOfEnquiries }
export type Total = Pick<PageOfEnquiries, 'totalDocs' | 'totalIsMore' | 'searchedBackTo'>

interface NewEnquiry {
  fields: Omit<z.input<typeof CreateEnquiry>, 'documents'>
  files: NewFile[]
  idempotencyKey: string
  onSent?: (share: number) => void
}

interface Update {
  body: UpdateEnquiry
  idempotencyKey: string
  /** The version of the enquiry that the person saw. */
  version: number
  /** The person carries on while the request is under way. */
  background?: boolean
  /** The status that an offer to undo restores. */
  undoTo?: EnquiryStatus
}

/** The query parameters for one page of the list. */
export function paramsOf({ page, limit, sort, cursor, ...filter }: ListQuery) {
  return { page, limit, sort, cursor, ...toFilterParams(filter) }
}

function listRequest(query: ListQuery) {
  // Finding the first rows of a search is quick, but counting all matches is not.
  const countTo = query.search ? limits.countedFirst : undefined
  return { url: apiPaths.enquiry, params: { ...paramsOf(query), countTo } }
}

function countRequest(filter: object) {
  return { url: apiPaths.enquiry, params: { ...filter, limit: 1 }, background: true, quiet: true }
}

function toTotal({ totalDocs, totalIsMore, searchedBackTo }: PageOfEnquiries): Total {
  return { totalDocs, totalIsMore, searchedBackTo }
}

function updateRequest({ body, idempotencyKey, version, background }: Update): Request {
  return {
    url: apiPaths.enquiry,
    method: 'PATCH',
    body,
    background,
    isExpected: (refusal) => newerOf({ version }, refusal) !== undefined,
    showsSuccess: true,
    headers: { 'Idempotency-Key': idempotencyKey, 'If-Match': `"${version}"` },
  }
}

/** How long the content of a page is kept after the person leaves it, in seconds. */
const keptSeconds = 600

const enquiryApi = api.injectEndpoints({
  endpoints: (build) => ({
    // List and summary carry no tags. Invalidation would drop their content, which is shown while the page refetches
    // them on each visit.
    listEnquiries: build.query<PageOfEnquiries, ListQuery>({
      query: listRequest,
      keepUnusedDataFor: keptSeconds,
      extraOptions: { keepsPrevious: true },
    }),
    countEnquiries: build.query<Total, ListFilter>({
      query: (filter) => countRequest(toFilterParams(filter)),
      transformResponse: toTotal,
      keepUnusedDataFor: keptSeconds,
    }),
    getEnquiry: build.query<Enquiry | null, string>({
      query: (_id) => ({ url: apiPaths.enquiry, params: { _id } }),
      transformResponse: (page: PageOfEnquiries) => page.docs[0] ?? null,
      providesTags: (_enquiry, _failure, id) => [{ type: 'Enquiry', id }],
      keepUnusedDataFor: keptSeconds,
    }),
    getEnquirySummary: build.query<EnquirySummary, void>({
      query: () => ({ url: apiPaths.enquirySummary, background: true }),
      keepUnusedDataFor: keptSeconds,
    }),
    createEnquiry: build.mutation<Enquiry, NewEnquiry>({
      query: ({ fields, files, idempotencyKey, onSent }) => ({
        url: apiPaths.enquiry,
        method: 'POST',
        body: files.length > 0 ? fileForm(fields, 'documents', files) : fields,
        onSent,
        headers: { 'Idempotency-Key': idempotencyKey },
      }),
      async onQueryStarted(_new, { dispatch, queryFulfilled }) {
        // A failure is reported where it happened.
        await queryFulfilled.then(
          ({ data }) => dispatch(addToLists(data)),
          () => {},
        )
      },
    }),
    updateEnquiry: build.mutation<Enquiry, Update>({
      query: updateRequest,
      // After a refusal too: the enquiry on the screen is out of date then.
      invalidatesTags: (_enquiry, _failure, { body }) => [{ type: 'Enquiry', id: body.id }],
      async onQueryStarted({ body, undoTo }, { dispatch, queryFulfilled }) {
        const { id, assignee: _assignee, ...changes } = body
        const shown = dispatch(patchLists(id, changes))
        await queryFulfilled.then(
          ({ data, meta }) => {
            dispatch(patchLists(id, data))
            return showSaved(dispatch, data, undoTo, meta?.message)
          },
          () => shown.forEach(({ undo }) => undo()),
        )
      },
    }),
  }),
})

/** Shows the message of an update, with an offer to undo if it has changed the status. */
function showSaved(dispatch: AppDispatch, saved: Enquiry, undoTo: EnquiryStatus | undefined, message = 'Saved') {
  if (!undoTo || saved.enquiryStatus === undoTo) return toastSuccess(message)
  return offerUndo(dispatch, saved, undoTo, message)
}

/** Adds a new enquiry to the loaded first pages that would show it first, until they are fetched again. */
function addToLists(enquiry: Enquiry) {
  return (dispatch: AppDispatch, getState: () => RootState) => {
    for (const query of enquiryApi.util.selectCachedArgsForQuery(getState(), 'listEnquiries')) {
      if (!isFirstIn(query, enquiry)) continue
      dispatch(
        enquiryApi.util.updateQueryData('listEnquiries', query, (list) => {
          list.docs = [enquiry, ...list.docs.filter(({ _id }) => _id !== enquiry._id)].slice(0, query.limit)
          list.totalDocs++
        }),
      )
    }
  }
}

/** Whether a new enquiry is the first of this page. Other filters than its status and its requester are left to the server. */
function isFirstIn(query: ListQuery, { user, enquiryStatus: status }: Enquiry) {
  const { page, sort = '-createdAt', cursor: _cursor, limit: _limit, enquiryStatus, raisedBy, ...filter } = query
  if (page > 1 || sort !== '-createdAt' || Object.values(filter).some((value) => value !== undefined)) return false
  return (!enquiryStatus || enquiryStatus.includes(status)) && (!raisedBy || raisedBy.includes(user._id))
}

/** Changes an enquiry in the lists that are loaded, until they are fetched again. Each result can be undone. */
function patchLists(id: string, changes: Partial<Enquiry>) {
  return (dispatch: AppDispatch, getState: () => RootState) =>
    enquiryApi.util.selectCachedArgsForQuery(getState(), 'listEnquiries').map((query) =>
      dispatch(
        enquiryApi.util.updateQueryData('listEnquiries', query, ({ docs }) => {
          const listed = docs.find(({ _id }) => _id === id)
          if (listed) Object.assign(listed, changes)
        }),
      ),
    )
}

/** An enquiry as each of the lists that are loaded has it. */
export function asListed(state: RootState, id: string) {
  const lists = enquiryApi.util.selectCachedArgsForQuery(state, 'listEnquiries')
  const docs = lists.flatMap((query) => listEnquiries.select(query)(state).data?.docs ?? [])
  return docs.filter(({ _id }) => _id === id)
}

/** Shows the newest of these states of an enquiry until it has been fetched, unless it was opened before. */
export function showKnown(states: Enquiry[]) {
  return (dispatch: AppDispatch, getState: () => RootState) => {
    const newest = states.toSorted((one, other) => one.updatedAt.localeCompare(other.updatedAt)).at(-1)
    if (!newest || isEnquiryKnown(getState(), newest._id)) return
    dispatch(upsertQueryEntries([{ endpointName: 'getEnquiry', arg: newest._id, value: newest }]))
  }
}

export function isEnquiryKnown(state: RootState, id: string) {
  return getEnquiry.select(id)(state).data !== undefined
}

/** Refetches the last list that was shown, and its totals. */
export function refreshList() {
  return (dispatch: AppDispatch, getState: () => RootState) => {
    const state = getState()
    const lists = enquiryApi.util
      .selectCachedArgsForQuery(state, 'listEnquiries')
      .map((query) => ({ query, at: listEnquiries.select(query)(state).fulfilledTimeStamp ?? 0 }))
      .toSorted((one, other) => other.at - one.at)
    const refetched = { forceRefetch: true, subscribe: false }
    if (lists[0]) void dispatch(listEnquiries.initiate(lists[0].query, refetched))
    void dispatch(enquiryApi.endpoints.getEnquirySummary.initiate(undefined, refetched))
  }
}

export const { listEnquiries, getEnquiry, getEnquirySummary, updateEnquiry } = enquiryApi.endpoints
export const {
  useListEnquiriesQuery,
  useCountEnquiriesQuery,
  useGetEnquiryQuery,
  useGetEnquirySummaryQuery,
  useCreateEnquiryMutation,
  useUpdateEnquiryMutation,
  usePrefetch,
} = enquiryApi
export const { upsertQueryEntries } = enquiryApi.util

/** Cancels the requests for this query that are still under way. */
export function cancelListRequest(query: ListQuery) {
  return (dispatch: AppDispatch) => {
    dispatch(enquiryApi.util.getRunningQueryThunk('listEnquiries', query))?.abort()
    dispatch(enquiryApi.util.getRunningQueryThunk('countEnquiries', filterOf(query)))?.abort()
  }
}
