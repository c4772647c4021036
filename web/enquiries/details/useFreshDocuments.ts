import { getEnquiry } from '#web/enquiries/enquiryApi.ts'
import { useAppDispatch } from '#web/hooks.ts'

/** Asks for the enquiry anew: the addresses of its documents are good for a while only. */
export function useFreshDocuments(id: string) {
  const dispatch = useAppDispatch()
  return async () => {
    await dispatch(getEnquiry.initiate(id, { forceRefetch: true, subscribe: false }))
  }
}
