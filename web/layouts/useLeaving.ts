import { useEffect, useState } from 'react'
import { isFailure } from '#web/api/errors.ts'
import { fetchCode } from '#web/api/fetchCode.ts'
import { toastError } from '#web/api/toasts.ts'
import { whenIdle } from '#web/components/lazy/whenIdle.ts'

const loadLeaving = () => fetchCode(() => import('./leaving.ts'))

/** Logging out, with a question before anything unsent is discarded. */
export function useLeaving(userId: string) {
  const [unsent, setUnsent] = useState<string[]>([])
  useEffect(() => whenIdle(() => void prepare(userId)), [userId])
  const leave = async () => {
    const { logOutAndDiscard } = await loadLeaving()
    setUnsent([])
    await logOutAndDiscard(userId)
  }
  const ask = async () => {
    try {
      const { describeUnsent } = await loadLeaving()
      const found = await describeUnsent(userId)
      if (found.length > 0) setUnsent(found)
      else await leave()
    } catch (failure) {
      if (isFailure(failure)) toastError(failure.message)
    }
  }
  return { unsent, ask, stay: () => setUnsent([]), leave }
}

/** Restores the drafts that another person's logout put away, and loads the code for logging out without a server. */
async function prepare(userId: string) {
  try {
    const [{ bringDraftsBack }] = await Promise.all([
      fetchCode(() => import('#web/chat/drafts/draftsPutAway.ts')),
      loadLeaving(),
    ])
    await bringDraftsBack(userId)
  } catch (error) {
    console.debug('The drafts are not restored yet', error)
  }
}
