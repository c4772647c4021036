import type { z } from 'zod'
import type { ChangeMany, Job, JobResult } from '#contract/bulk.ts'
import type { DeskSummary } from '#contract/desk.ts'
import { api } from '#web/api/api.ts'

interface Answerer {
  _id: string
  name: string
}

interface Ordered {
  idempotencyKey: string
}

const jobApi = api.injectEndpoints({
  endpoints: (build) => ({
    listJobs: build.query<Job[], void>({
      query: () => ({ url: '/jobs', background: true }),
      providesTags: ['Jobs'],
    }),
    // A million takes half a minute to be noted down: the page goes on meanwhile.
    changeMany: build.mutation<Job, Ordered & { body: z.input<typeof ChangeMany> }>({
      query: ({ body, idempotencyKey }) => ({
        url: '/enquiry/bulk',
        method: 'POST',
        background: true,
        body,
        headers: { 'Idempotency-Key': idempotencyKey },
      }),
      invalidatesTags: ['Jobs'],
    }),
    // Who has how many is not kept: it is out of date at once.
    listAnswerers: build.query<Answerer[], void>({
      query: () => ({ url: '/desk/summary', background: true }),
      transformResponse: ({ assignees }: DeskSummary) =>
        assignees.filter(({ canAnswer }) => canAnswer).map(({ _id, name }) => ({ _id, name })),
    }),
    undoJob: build.mutation<Job, string>({
      query: (id) => ({ url: `/jobs/${id}/undo`, method: 'POST' }),
      invalidatesTags: ['Jobs'],
    }),
    stopJob: build.mutation<Job, string>({
      query: (id) => ({ url: `/jobs/${id}/stop`, method: 'POST' }),
      invalidatesTags: ['Jobs'],
    }),
    listJobResults: build.query<JobResult[], { id: string; after: number }>({
      query: ({ id, after }) => ({ url: `/jobs/${id}/results`, params: { after } }),
      keepUnusedDataFor: 0,
    }),
  }),
})

export const {
  useListAnswerersQuery,
  useListJobsQuery,
  useChangeManyMutation,
  useUndoJobMutation,
  useStopJobMutation,
  useListJobResultsQuery,
} = jobApi
