/** Numbers are counted by stretches of this many; the migration that made the table knows it too. */
export const stretchSize = 1024

export function stretchOf(enquiryNo: number) {
  return Math.floor(enquiryNo / stretchSize)
}

/** The first number behind a stretch. */
export function endOf(stretch: number) {
  return (stretch + 1) * stretchSize
}

/** Words stand in stretches of this many; the search in the database knows it too. */
const wordStretchSize = 8192

/** What stands before each indexed word: the company's tail and the stretch, so that a search reads its own only. */
export function wordTag(companyId: string, enquiryNo: number) {
  const stretch = Math.floor(enquiryNo / wordStretchSize)
  return companyTag(companyId) + stretch.toString(16).padStart(6, '0')
}

export function companyTag(companyId: string) {
  return companyId.slice(-6)
}
