import type { HistoryEntry } from '#contract/history.ts'
import { api } from '#web/api/api.ts'
import { apiPaths } from '#web/api/apiPaths.ts'

interface HistoryPage {
  docs: HistoryEntry[]
  page: number
  hasNextPage: boolean
}

const historyApi = api.injectEndpoints({
  endpoints: (build) => ({
    getHistory: build.infiniteQuery<HistoryPage, string, number>({
      query: ({ queryArg: enquiryId, pageParam: page }) => ({
        url: apiPaths.enquiryActivity,
        params: { enquiryId, page },
        background: true,
      }),
      infiniteQueryOptions: {
        initialPageParam: 1,
        getNextPageParam: ({ hasNextPage, page }) => (hasNextPage ? page + 1 : undefined),
      },
      providesTags: (_history, _failure, id) => [{ type: 'Enquiry', id }],
    }),
  }),
})

export const { useGetHistoryInfiniteQuery } = historyApi
