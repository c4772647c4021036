import { useEffect, useState } from 'react'
import type { Enquiry } from '#contract/enquiries.ts'
import { api } from '#web/api/api.ts'
import { apiPaths } from '#web/api/apiPaths.ts'
import { searchDelay } from '#web/theme/sizes.ts'

const none: Enquiry[] = []

/** Searches for enquiries by number or text once typing pauses. `isPending` is true until the results are there. */
export function useFoundEnquiries(text: string) {
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = window.setTimeout(() => setSearch(text.trim()), searchDelay)
    return () => window.clearTimeout(timer)
  }, [text])
  const { currentData, isFetching, isError } = useFindEnquiriesQuery(search, { skip: search === '' })
  const found = search === '' || text.trim() === '' ? none : (currentData ?? none)
  return { found, hasFailed: isError, isPending: text.trim() !== '' && (search !== text.trim() || isFetching) }
}

const maxResults = 6

const findApi = api.injectEndpoints({
  endpoints: (build) => ({
    // Not the list's query: a quick lookup must not change the list's cache.
    findEnquiries: build.query<Enquiry[], string>({
      query: (search) => ({ url: apiPaths.enquiry, params: { search, limit: maxResults }, background: true }),
      transformResponse: ({ docs }: { docs: Enquiry[] }) => docs,
      keepUnusedDataFor: 0,
    }),
  }),
})

const { useFindEnquiriesQuery } = findApi
