import { useEffect, useState } from 'react'
import { logOut } from '#web/accounts/sessions/logOut.ts'
import { isFailure } from '#web/api/errors.ts'
import { fetchCode } from '#web/api/fetchCode.ts'
import { toastError } from '#web/api/toasts.ts'
import { whenIdle } from '#web/components/lazy/whenIdle.ts'

/** Fetched ahead: somebody may want to log out while the server is away. */
const loadUnsent = () => fetchCode(() => import('./unsent.ts'))

/** Logging out, with a question before anything unsent is discarded. */
export function useLeaving(userId: string) {
  const [unsent, setUnsent] = useState<string[]>([])
  useEffect(() => whenIdle(() => void bringBack(userId)), [userId])
  const leave = async () => {
    const { forgetAllOf, putDraftsAway } = await loadUnsent()
    setUnsent([])
    await putDraftsAway(userId).catch((error) => console.error('What others have begun to write is not kept', error))
    await logOut()
    // Only now: as their forms are left, they write down what was typed last.
    await forgetAllOf(userId).catch((error) => console.error('What this device keeps was not removed', error))
  }
  const ask = async () => {
    try {
      const { describeUnsent } = await loadUnsent()
      const found = await describeUnsent(userId)
      if (found.length > 0) setUnsent(found)
      else await leave()
    } catch (failure) {
      if (isFailure(failure)) toastError(failure.message)
    }
  }
  return { unsent, ask, stay: () => setUnsent([]), leave }
}

async function bringBack(userId: string) {
  try {
    const { bringDraftsBack } = await loadUnsent()
    await bringDraftsBack(userId)
  } catch (error) {
    console.debug('What was put away is not brought back yet', error)
  }
}
