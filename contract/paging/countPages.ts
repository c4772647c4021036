/** The number of pages; an empty list has one. */
export function countPages(totalDocs: number, limit: number) {
  return Math.max(1, Math.ceil(totalDocs / limit))
}
