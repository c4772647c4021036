import type { AcceptHeldMail, AcceptedMail, HeldMails } from '#contract/customers/incoming.ts'
import { api } from '#web/api/api.ts'
import { apiPaths } from '#web/api/apiPaths.ts'

interface Acceptance extends AcceptHeldMail {
  id: string
  idempotencyKey: string
}

const heldMailApi = api.enhanceEndpoints({ addTagTypes: ['HeldMails'] }).injectEndpoints({
  endpoints: (build) => ({
    listHeldMails: build.query<HeldMails, { enquiryId?: string }>({
      query: (params) => ({ url: apiPaths.heldMails, params, background: true }),
      providesTags: ['HeldMails'],
    }),
    acceptHeldMail: build.mutation<AcceptedMail, Acceptance>({
      query: ({ id, as, idempotencyKey }) => ({
        url: apiPaths.heldMailAccept(id),
        method: 'POST',
        body: { as },
        background: true,
        headers: { 'Idempotency-Key': idempotencyKey },
      }),
      invalidatesTags: (accepted) => (accepted ? ['HeldMails', { type: 'Thread', id: accepted.enquiry }] : []),
    }),
    deleteHeldMail: build.mutation<null, string>({
      query: (id) => ({ url: apiPaths.heldMail(id), method: 'DELETE', background: true }),
      invalidatesTags: (_deleted, failure) => (failure ? [] : ['HeldMails']),
    }),
  }),
})

export const { useListHeldMailsQuery, useAcceptHeldMailMutation, useDeleteHeldMailMutation } = heldMailApi
