import type { ImportReport } from '#contract/csv.ts'
import { ask, type Person } from './people.ts'

/** Uploads a CSV file to the import as this person. */
export function uploadCsv(
  { test, accessToken }: Person,
  payload: string | Buffer,
  query = '',
  headers: Record<string, string> = {},
) {
  return ask<ImportReport>(test, {
    method: 'POST',
    url: `/enquiry/import${query}`,
    payload,
    headers: { 'content-type': 'text/csv', authorization: `Bearer ${accessToken}`, ...headers },
  })
}
