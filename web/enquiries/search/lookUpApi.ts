import type { Enquiry } from '#contract/enquiries.ts'
import { api } from '#web/api/api.ts'
import { apiPaths } from '#web/api/apiPaths.ts'
import { paramsOf, type PageOfEnquiries } from '#web/enquiries/enquiryApi.ts'
import type { ListQuery } from '#web/enquiries/filters/listQuery.ts'

/** Reads from the list without replacing the working set in the store. */
const lookUpApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAdjoiningEnquiries: build.query<PageOfEnquiries, ListQuery>({
      query: (query) => ({ url: apiPaths.enquiry, params: paramsOf(query), background: true }),
    }),
    findEnquiry: build.query<PageOfEnquiries, string>({
      query: (search) => ({ url: apiPaths.enquiry, params: { page: 1, limit: 1, search } }),
    }),
    getRequesterEnquiries: build.query<Enquiry[], string>({
      query: (raisedBy) => ({
        url: apiPaths.enquiry,
        params: { raisedBy, sort: '-createdAt', limit: 6 },
        background: true,
      }),
      transformResponse: ({ docs }: { docs: Enquiry[] }) => docs,
    }),
  }),
})

export const { useGetAdjoiningEnquiriesQuery, useGetRequesterEnquiriesQuery, useLazyFindEnquiryQuery } = lookUpApi
