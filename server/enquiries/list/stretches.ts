/** Enquiries are counted in stretches of this many numbers. The first migration contains the same number. */
export const stretchSize = 1024

export function stretchOf(enquiryNo: number) {
  return Math.floor(enquiryNo / stretchSize)
}

/** The first number after a stretch. */
export function endOf(stretch: number) {
  return (stretch + 1) * stretchSize
}

/** Words are indexed in stretches of this many numbers. The database function that searches contains the same number. */
export const wordStretchSize = 8192

/** The prefix of each indexed word: the end of the company's id and the stretch, so that a search reads only its own. */
export function wordTag(companyId: string, enquiryNo: number) {
  const stretch = Math.floor(enquiryNo / wordStretchSize)
  return companyTag(companyId) + stretch.toString(16).padStart(6, '0')
}

export function companyTag(companyId: string) {
  return companyId.slice(-6)
}
