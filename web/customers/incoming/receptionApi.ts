import type { MailReception } from '#contract/customers/incoming.ts'
import { api } from '#web/api/api.ts'
import { apiPaths } from '#web/api/apiPaths.ts'

const receptionApi = api.enhanceEndpoints({ addTagTypes: ['CustomerForm'] }).injectEndpoints({
  endpoints: (build) => ({
    // The address is that of the form.
    getMailReception: build.query<MailReception, void>({
      query: () => ({ url: apiPaths.mailReception, background: true, quiet: true }),
      providesTags: ['CustomerForm'],
    }),
  }),
})

export const { useGetMailReceptionQuery } = receptionApi
