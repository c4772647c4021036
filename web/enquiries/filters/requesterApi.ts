import type { PossibleRequester } from '#contract/enquiries.ts'
import { api } from '#web/api/api.ts'
import { apiPaths } from '#web/api/apiPaths.ts'

/** Contacts to include: those that match the words, and those with these ids. */
type RequesterSearch = { search?: string; ids?: string[] }

const requesterApi = api.injectEndpoints({
  endpoints: (build) => ({
    listRequesters: build.query<PossibleRequester[], RequesterSearch>({
      query: ({ search, ids }) => ({ url: apiPaths.raisers, params: { search, ids: ids?.join() }, background: true }),
    }),
  }),
})

export const { useListRequestersQuery } = requesterApi
