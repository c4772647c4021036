import type { ChangeEvent } from '#contract/events.ts'
import { useGetEnquiryQuery } from './enquiryApi.ts'

/** The number in a display id: 123 for `ENQ-000123`. */
export function enquiryNumber(enquiryId: string) {
  return Number(enquiryId.replace('ENQ-', ''))
}

/** Whether a change concerns this enquiry, alone or in a bulk change. Until its number is known, any bulk change may. */
export function useIsAboutEnquiry(_id: string) {
  const { data } = useGetEnquiryQuery(_id)
  return ({ id, numbers }: ChangeEvent) => {
    if (id === _id || !numbers) return id === _id
    if (!data) return true
    const number = enquiryNumber(data.enquiryId)
    return numbers.from <= number && number <= numbers.to
  }
}
