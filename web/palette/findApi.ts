import type { Enquiry } from '#contract/enquiries.ts'
import { api } from '#web/api/api.ts'

const maxResults = 6

const findApi = api.injectEndpoints({
  endpoints: (build) => ({
    // Not the list's query: a quick lookup must not change the list's cache.
    findEnquiries: build.query<Enquiry[], string>({
      query: (search) => ({ url: '/enquiry', params: { search, limit: maxResults }, background: true, quiet: true }),
      transformResponse: ({ docs }: { docs: Enquiry[] }) => docs,
      keepUnusedDataFor: 0,
    }),
  }),
})

export const { useFindEnquiriesQuery } = findApi
