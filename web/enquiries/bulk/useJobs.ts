import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Job } from '#contract/bulk.ts'
import { serverNow } from '#web/api/clock.ts'
import { useListJobsQuery } from './jobApi.ts'

/** How often the progress is fetched. */
const pollingMs = 1000
/** How long the outcome of a bulk change is shown. */
const outcomeShownMs = 15 * 60_000
const dismissedKey = 'dismissedJobs'

/**
 * This person's running bulk changes and the last finished one, including those started before a reload. `earlier`
 * holds the others that can be undone.
 */
export function useJobs(onFinished: () => void) {
  const [pollingInterval, setPollingInterval] = useState(0)
  const { data: jobs = [] } = useListJobsQuery(undefined, { pollingInterval, refetchOnMountOrArgChange: true })
  const count = jobs.filter(({ isFinished }) => !isFinished).length
  const interval = count > 0 ? pollingMs : 0
  if (interval !== pollingInterval) setPollingInterval(interval)
  const [dismissed, setDismissed] = useState(readDismissed)
  const finished = useEffectEvent(onFinished)
  const before = useRef(0)
  useEffect(() => {
    if (count < before.current) finished()
    before.current = count
  }, [count])
  const dismiss = (id: string) => {
    const ids = [id, ...dismissed].slice(0, 20)
    window.sessionStorage.setItem(dismissedKey, ids.join())
    setDismissed(ids)
  }
  const latest = jobs[0]
  const shown = jobs.filter((job) => !job.isFinished || (job === latest && isRecent(job)))
  const visible = shown.filter(({ _id }) => !dismissed.includes(_id))
  return { jobs: visible, earlier: jobs.filter((job) => job.canUndo && !visible.includes(job)), dismiss }
}

function isRecent({ finishedAt }: Job) {
  return finishedAt !== null && serverNow() - Date.parse(finishedAt) < outcomeShownMs
}

function readDismissed() {
  return window.sessionStorage.getItem(dismissedKey)?.split(',') ?? []
}
