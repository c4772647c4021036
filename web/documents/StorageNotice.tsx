import Alert from '@mui/material/Alert'
import { sizeText, type StorageUse } from '#contract/documents.ts'
import { limits } from '#contract/limits.ts'
import { api } from '#web/api/api.ts'
import { apiPaths } from '#web/api/apiPaths.ts'

const storageApi = api.injectEndpoints({
  endpoints: (build) => ({
    getStorageUse: build.query<StorageUse, void>({
      query: () => ({ url: apiPaths.storage, background: true, quiet: true }),
    }),
  }),
})

/** The storage in use by the company, fetched again by each screen that shows it. */
export function useStorageUse() {
  const { data } = storageApi.useGetStorageUseQuery(undefined, { refetchOnMountOrArgChange: true })
  return data
}

/** Warns when the storage of the company is nearly or completely full. */
export function StorageNotice() {
  const use = useStorageUse()
  if (!use || !isNearlyFull(use)) return null
  const isFull = use.usedBytes >= use.quotaBytes
  return <Alert severity={isFull ? 'error' : 'warning'}>{isFull ? fullText(use) : nearlyFullText(use)}</Alert>
}

export function isNearlyFull({ usedBytes, quotaBytes }: StorageUse) {
  return usedBytes >= quotaBytes * limits.storageWarning
}

function nearlyFullText({ usedBytes, quotaBytes }: StorageUse) {
  const used = `Your company has used ${sizeText(usedBytes)} of its ${sizeText(quotaBytes)} of storage.`
  return `${used} When it is full, no more documents can be added. The operator of this server can raise the limit.`
}

function fullText({ quotaBytes }: StorageUse) {
  const used = `Your company has used all of its ${sizeText(quotaBytes)} of storage.`
  return `${used} No more documents can be added until the operator of this server raises the limit.`
}
