import type { Enquiry } from '#contract/enquiries.ts'
import { api } from '#web/api/api.ts'

const maxResults = 6

const findApi = api.injectEndpoints({
  endpoints: (build) => ({
    // Not the list's own query: what is looked up in passing is not what somebody works through.
    findEnquiries: build.query<Enquiry[], string>({
      query: (search) => ({ url: '/enquiry', params: { search, limit: maxResults }, background: true, quiet: true }),
      transformResponse: ({ docs }: { docs: Enquiry[] }) => docs,
      keepUnusedDataFor: 0,
    }),
  }),
})

export const { useFindEnquiriesQuery } = findApi
