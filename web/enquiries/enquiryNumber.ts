/** The number in a display id: 123 for `ENQ-000123`. */
export function enquiryNumber(enquiryId: string) {
  return Number(enquiryId.replace('ENQ-', ''))
}
