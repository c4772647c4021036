import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Job } from '#contract/bulk.ts'
import { serverNow } from '#web/api/clock.ts'
import { useListJobsQuery } from './jobApi.ts'

/** How often the progress is asked for, in milliseconds. */
const askEvery = 1000
/** How long it is told how a change of many came out, in milliseconds. */
const toldFor = 15 * 60_000
const dismissedKey = 'dismissedJobs'

/**
 * This person's changes of many that go on, and the last that has ended; also those begun before a reload. `earlier`
 * are the others that can be taken back.
 */
export function useJobs(onFinished: () => void) {
  const [pollingInterval, setPollingInterval] = useState(0)
  const { data: jobs = [] } = useListJobsQuery(undefined, { pollingInterval, refetchOnMountOrArgChange: true })
  const count = jobs.filter(({ isFinished }) => !isFinished).length
  const interval = count > 0 ? askEvery : 0
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
  const shown = jobs.filter((job) => !job.isFinished || (job === latest && isTold(job)))
  const told = shown.filter(({ _id }) => !dismissed.includes(_id))
  return { jobs: told, earlier: jobs.filter((job) => job.canUndo && !told.includes(job)), dismiss }
}

function isTold({ finishedAt }: Job) {
  return finishedAt !== null && serverNow() - Date.parse(finishedAt) < toldFor
}

function readDismissed() {
  return window.sessionStorage.getItem(dismissedKey)?.split(',') ?? []
}
