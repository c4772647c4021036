import type { UndeliveredMail } from '#contract/customers/incoming.ts'
import { api } from '#web/api/api.ts'
import { apiPaths } from '#web/api/apiPaths.ts'

interface OfEnquiry {
  enquiryId: string
  mail: UndeliveredMail
}

const undeliveredApi = api.enhanceEndpoints({ addTagTypes: ['UndeliveredMails'] }).injectEndpoints({
  endpoints: (build) => ({
    listUndelivered: build.query<UndeliveredMail[], string>({
      query: (enquiryId) => ({
        url: apiPaths.undeliveredMails,
        params: { enquiryId },
        background: true,
      }),
      transformResponse: ({ docs }: { docs: UndeliveredMail[] }) => docs,
      providesTags: ['UndeliveredMails'],
    }),
    retryMail: build.mutation<null, OfEnquiry>({
      query: ({ mail }) => ({
        url: apiPaths.undeliveredMailRetry(mail._id),
        method: 'POST',
        body: {},
        background: true,
      }),
      // The mark disappears at once, and comes back if the email could not be sent again.
      onQueryStarted: async ({ enquiryId, mail }, { dispatch, queryFulfilled }) => {
        const change = (update: (known: UndeliveredMail[]) => UndeliveredMail[]) =>
          dispatch(undeliveredApi.util.updateQueryData('listUndelivered', enquiryId, update))
        change((known) => known.filter(({ _id }) => _id !== mail._id))
        try {
          await queryFulfilled
        } catch {
          change((known) => (known.some(({ _id }) => _id === mail._id) ? known : [...known, mail]))
        }
      },
    }),
  }),
})

export const { useListUndeliveredQuery, useRetryMailMutation } = undeliveredApi
