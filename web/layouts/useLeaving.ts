import { useEffect, useState } from 'react'
import { fetchAskedCode, fetchCode } from '#web/api/fetchCode.ts'
import { whenIdle } from '#web/components/lazy/whenIdle.ts'

const loadLeaving = () => import('./leaving.ts')

/** Logging out, with a question before anything unsent is discarded. */
export function useLeaving(userId: string) {
  const [unsent, setUnsent] = useState<string[]>([])
  useEffect(() => whenIdle(() => void prepare(userId)), [userId])
  const leave = async () => {
    const { logOutAndDiscard } = await fetchAskedCode(loadLeaving)
    setUnsent([])
    await logOutAndDiscard(userId)
  }
  const ask = async () => {
    const leaving = await fetchAskedCode(loadLeaving).catch(() => undefined)
    const found = await leaving?.describeUnsent(userId)
    if (found?.length === 0) await leave()
    else setUnsent(found ?? [])
  }
  return { unsent, ask, stay: () => setUnsent([]), leave }
}

/** Restores the drafts that another person's logout put away, and loads the code for logging out without a server. */
async function prepare(userId: string) {
  try {
    const [{ bringDraftsBack }] = await Promise.all([
      fetchCode(() => import('#web/chat/drafts/draftsPutAway.ts')),
      fetchCode(loadLeaving),
    ])
    await bringDraftsBack(userId)
  } catch (error) {
    console.debug('The drafts are not restored yet', error)
  }
}
