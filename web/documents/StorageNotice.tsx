import Alert from '@mui/material/Alert'
import { sizeText, type StorageUse } from '#contract/documents.ts'
import { limits } from '#contract/limits.ts'
import { useStorageUse } from './storageApi.ts'

/** Warns before the storage of the company is full; shows nothing while there is plenty of room. */
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
  return `${used} When it is full, no more documents can be added. The operator of this server can give it more.`
}

function fullText({ quotaBytes }: StorageUse) {
  const used = `Your company has used all of its ${sizeText(quotaBytes)} of storage.`
  return `${used} No more documents can be added until the operator of this server gives it more.`
}
