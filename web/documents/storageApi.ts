import type { StorageUse } from '#contract/documents.ts'
import { api } from '#web/api/api.ts'

const storageApi = api.injectEndpoints({
  endpoints: (build) => ({
    getStorageUse: build.query<StorageUse, void>({ query: () => ({ url: '/storage', background: true, quiet: true }) }),
  }),
})

/** What the company has stored by now: each screen that shows it asks again. */
export function useStorageUse() {
  const { data } = storageApi.useGetStorageUseQuery(undefined, { refetchOnMountOrArgChange: true })
  return data
}
