import type { CannedResponse, CreateCannedResponse } from '#contract/cannedResponses.ts'
import { api } from '#web/api/api.ts'
import { apiPaths } from '#web/api/apiPaths.ts'

const cannedResponseApi = api.enhanceEndpoints({ addTagTypes: ['CannedResponses'] }).injectEndpoints({
  endpoints: (build) => ({
    getCannedResponses: build.query<CannedResponse[], void>({
      query: () => ({ url: apiPaths.answers, background: true }),
      transformResponse: ({ docs }: { docs: CannedResponse[] }) => docs,
      providesTags: ['CannedResponses'],
    }),
    saveCannedResponse: build.mutation<
      CannedResponse,
      { id?: string; body: CreateCannedResponse; idempotencyKey: string }
    >({
      query: ({ id, body, idempotencyKey }) => ({
        url: id ? apiPaths.answer(id) : apiPaths.answers,
        method: id ? 'PATCH' : 'POST',
        body,
        headers: { 'Idempotency-Key': idempotencyKey },
      }),
      invalidatesTags: ['CannedResponses'],
    }),
    deleteCannedResponse: build.mutation<null, string>({
      query: (id) => ({ url: apiPaths.answer(id), method: 'DELETE' }),
      invalidatesTags: ['CannedResponses'],
    }),
  }),
})

export const { useGetCannedResponsesQuery, useSaveCannedResponseMutation, useDeleteCannedResponseMutation } =
  cannedResponseApi
