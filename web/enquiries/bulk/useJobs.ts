import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useListJobsQuery } from './jobApi.ts'

/** How often the progress is fetched. */
const pollingMs = 1000

/**
 * This person's bulk changes: `shown` are those that run, and the last one if it has ended since the page was opened.
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
  // The ones that had ended when the page was opened, and those that the person has dismissed.
  const [hidden, setHidden] = useState<string[]>()
  if (!hidden && jobs && !isFetching) setHidden(jobs.filter(({ isFinished }) => isFinished).map(({ _id }) => _id))
  const dismiss = (id: string) => setHidden((ids = []) => [...ids, id])
  const all = hidden ? (jobs ?? []) : []
  const shown = all.filter((job, index) => !job.isFinished || (index === 0 && !hidden?.includes(job._id)))
  return { shown, earlier: all.filter((job) => job.canUndo && !shown.includes(job)), dismiss }
}
