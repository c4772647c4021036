import { useEffect, useState } from 'react'
import type { Enquiry } from '#contract/enquiries.ts'
import { searchDelay } from '#web/theme/sizes.ts'
import { useFindEnquiriesQuery } from './findApi.ts'

const none: Enquiry[] = []

/** The enquiries that some words or a number are found in, once typing pauses; pending until it is known which. */
export function useFoundEnquiries(text: string) {
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = window.setTimeout(() => setAsked(text.trim()), searchDelay)
    return () => window.clearTimeout(timer)
  }, [text])
  const { currentData, isFetching } = useFindEnquiriesQuery(asked, { skip: asked === '' })
  const found = asked === '' || text.trim() === '' ? none : (currentData ?? none)
  return { found, isPending: text.trim() !== '' && (asked !== text.trim() || isFetching) }
}
