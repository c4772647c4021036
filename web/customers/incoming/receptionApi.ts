import type { MailReception } from '#contract/customers/incoming.ts'
import { api } from '#web/api/api.ts'

const receptionApi = api.enhanceEndpoints({ addTagTypes: ['CustomerForm'] }).injectEndpoints({
  endpoints: (build) => ({
    // The address is that of the form.
    getMailReception: build.query<MailReception, void>({
      query: () => ({ url: '/mail-reception', background: true, quiet: true }),
      providesTags: ['CustomerForm'],
    }),
  }),
})

export const { useGetMailReceptionQuery } = receptionApi
