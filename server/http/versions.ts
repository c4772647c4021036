/** The ETag of a version. */
export function etagOf(version: number) {
  return `"${version}"`
}

/** Whether the `If-Match` header is missing, is `*`, or lists this version. */
export function isCurrent(ifMatch: string | undefined, version: number) {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true
  return ifMatch.split(',').some((tag) => tag.replace(/W\/|"|\s/g, '') === String(version))
}
