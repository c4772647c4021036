import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Job } from '#contract/bulk.ts'
import { useListJobsQuery } from './jobApi.ts'

/** How often the progress is fetched. */
const pollingMs = 1000

/** How long a result is shown. The change can still be undone afterwards. */
export const shownMs = 30_000

/** Until when each result is shown. It outlasts a visit to another page, but not a reload. */
const shownUntil = new Map<string, number>()

/**
 * This person's bulk changes: `shown` are those that run, and the last one for a while if this tab has shown it running.
 * `earlier` are the others that can be undone.
 */
export function useJobs(onFinished: () => void) {
  const [pollingInterval, setPollingInterval] = useState(0)
  const { data: jobs, isFetching } = useListJobsQuery(undefined, { pollingInterval, refetchOnMountOrArgChange: true })
  const count = jobs?.filter(({ isFinished }) => !isFinished).length ?? 0
  const interval = count > 0 ? pollingMs : 0
  if (interval !== pollingInterval) setPollingInterval(interval)
  const finished = useEffectEvent(onFinished)
  const before = useRef(0)
  useEffect(() => {
    if (count < before.current) finished()
    before.current = count
  }, [count])
  // The ones that had ended when the tab loaded or were shown long enough, and those that the person has dismissed.
  const [hidden, setHidden] = useState<string[]>()
  if (!hidden && jobs && !isFetching) setHidden(jobs.filter(isOver).map(({ _id }) => _id))
  const dismiss = (id: string) => {
    shownUntil.set(id, 0)
    setHidden((ids = []) => [...ids, id])
  }
  const all = hidden ? (jobs ?? []) : []
  const shown = all.filter((job, index) => !job.isFinished || (index === 0 && !hidden?.includes(job._id)))
  useEffect(() => shown.forEach(keepShown))
  return { shown, earlier: all.filter((job) => job.canUndo && !shown.includes(job)), dismiss }
}

function isOver({ _id, isFinished }: Job) {
  return isFinished && (shownUntil.get(_id) ?? 0) <= Date.now()
}

/** The time of a result starts when it is first shown. */
function keepShown({ _id, isFinished }: Job) {
  if (!isFinished) shownUntil.set(_id, Infinity)
  else if ((shownUntil.get(_id) ?? Infinity) === Infinity) shownUntil.set(_id, Date.now() + shownMs)
}
