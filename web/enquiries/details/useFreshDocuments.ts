import { getEnquiry } from '#web/enquiries/enquiryApi.ts'
import { useAppDispatch } from '#web/hooks.ts'

/** Refetches the enquiry, because the URLs of its documents expire. */
export function useFreshDocuments(id: string) {
  const dispatch = useAppDispatch()
  return () => dispatch(getEnquiry.initiate(id, { forceRefetch: true, subscribe: false }))
}
