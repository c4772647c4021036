import type { z } from 'zod'
import type { ChangeMany, Job, JobResult } from '#contract/bulk.ts'
import type { DeskSummary } from '#contract/desk.ts'
import { api } from '#web/api/api.ts'
import { apiPaths } from '#web/api/apiPaths.ts'

interface Assignable {
  _id: string
  name: string
}

interface Keyed {
  idempotencyKey: string
}

const jobApi = api.injectEndpoints({
  endpoints: (build) => ({
    listJobs: build.query<Job[], void>({
      query: () => ({ url: apiPaths.jobs, background: true, quiet: true }),
      providesTags: ['Jobs'],
    }),
    // The server needs 30 s to record a million enquiries, so the page stays usable meanwhile.
    changeMany: build.mutation<Job, Keyed & { body: z.input<typeof ChangeMany> }>({
      query: ({ body, idempotencyKey }) => ({
        url: apiPaths.bulk,
        method: 'POST',
        background: true,
        body,
        headers: { 'Idempotency-Key': idempotencyKey },
      }),
      invalidatesTags: ['Jobs'],
    }),
    // The counts of assignees are not kept, because they are out of date at once.
    listAssignable: build.query<Assignable[], void>({
      query: () => ({ url: apiPaths.deskSummary, background: true }),
      transformResponse: ({ assignees }: DeskSummary) =>
        assignees.filter(({ canAnswer }) => canAnswer).map(({ _id, name }) => ({ _id, name })),
    }),
    undoJob: build.mutation<Job, string>({
      query: (id) => ({ url: apiPaths.jobUndo(id), method: 'POST' }),
      invalidatesTags: ['Jobs'],
    }),
    stopJob: build.mutation<Job, string>({
      query: (id) => ({ url: apiPaths.jobStop(id), method: 'POST' }),
      invalidatesTags: ['Jobs'],
    }),
    listJobResults: build.query<JobResult[], { id: string; after: number }>({
      query: ({ id, after }) => ({ url: apiPaths.jobResults(id), params: { after } }),
      keepUnusedDataFor: 0,
    }),
  }),
})

export const {
  useListAssignableQuery,
  useListJobsQuery,
  useChangeManyMutation,
  useUndoJobMutation,
  useStopJobMutation,
  useListJobResultsQuery,
} = jobApi
