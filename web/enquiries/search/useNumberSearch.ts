import { enquiryNumber } from '#web/enquiries/enquiryNumber.ts'
import { paths } from '#web/navigation/paths.ts'
import { useRouter } from '#web/navigation/useRouter.ts'
import { useLazyFindEnquiryQuery } from './lookUpApi.ts'

/** `ENQ-000123`, `ENQ 123`, `#123` or `123` in the search opens that enquiry on Enter. */
export function useNumberSearch() {
  const router = useRouter()
  const [findEnquiry] = useLazyFindEnquiryQuery()
  const open = async (text: string) => {
    const digits = /^(?:enq[-\s]*|#\s*)?0*(\d{1,12})$/i.exec(text)?.[1]
    if (!digits) return
    const { data } = await findEnquiry(text)
    const [first] = data?.docs ?? []
    if (first && enquiryNumber(first.enquiryId) === Number(digits)) void router.push(paths.enquiry(first._id))
  }
  return (text: string) => void open(text)
}
