/** The ETag of a version of something. */
export function etagOf(version: number) {
  return `"${version}"`
}

/** Whether an `If-Match` header, if there is one, names this version. */
export function isCurrent(ifMatch: string | undefined, version: number) {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true
  return ifMatch.split(',').some((tag) => tag.replace(/W\/|"|\s/g, '') === String(version))
}
