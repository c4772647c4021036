import { useEffect, useState } from 'react'
import type { Enquiry } from '#contract/enquiries.ts'
import { searchDelay } from '#web/theme/sizes.ts'
import { useFindEnquiriesQuery } from './findApi.ts'

const none: Enquiry[] = []

/** Searches for enquiries by number or text once typing pauses. `isPending` is true until the results are there. */
export function useFoundEnquiries(text: string) {
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = window.setTimeout(() => setSearch(text.trim()), searchDelay)
    return () => window.clearTimeout(timer)
  }, [text])
  const { currentData, isFetching } = useFindEnquiriesQuery(search, { skip: search === '' })
  const found = search === '' || text.trim() === '' ? none : (currentData ?? none)
  return { found, isPending: text.trim() !== '' && (search !== text.trim() || isFetching) }
}
