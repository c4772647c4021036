import type { CannedAnswer, CreateAnswer } from '#contract/cannedResponses.ts'
import { api } from '#web/api/api.ts'

const answerApi = api.enhanceEndpoints({ addTagTypes: ['Answers'] }).injectEndpoints({
  endpoints: (build) => ({
    getAnswers: build.query<CannedAnswer[], void>({
      query: () => ({ url: '/answers', background: true }),
      transformResponse: ({ docs }: { docs: CannedAnswer[] }) => docs,
      providesTags: ['Answers'],
    }),
    saveAnswer: build.mutation<CannedAnswer, { id?: string; body: CreateAnswer; idempotencyKey: string }>({
      query: ({ id, body, idempotencyKey }) => ({
        url: id ? `/answers/${id}` : '/answers',
        method: id ? 'PATCH' : 'POST',
        body,
        headers: { 'Idempotency-Key': idempotencyKey },
      }),
      invalidatesTags: ['Answers'],
    }),
    deleteAnswer: build.mutation<null, string>({
      query: (id) => ({ url: `/answers/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Answers'],
    }),
  }),
})

export const { useGetAnswersQuery, useSaveAnswerMutation, useDeleteAnswerMutation } = answerApi
