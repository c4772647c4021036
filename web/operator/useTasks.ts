import { useState } from 'react'
import type { OperatorTask, StartTask, TaskKind } from '#contract/operator.ts'
import { useLazyGetTaskQuery, useStartTaskMutation } from './operatorApi.ts'
import { usePolling } from './usePolling.ts'

const progressMs = 2000

export interface Tasks {
  /** Only one task runs at a time, on all servers together. */
  running: OperatorTask | undefined
  /** The task that has been asked for, until the server accepts or refuses it. */
  starting: StartTask | undefined
  /** The newest one of this kind, running or finished. */
  lastOf: (kind: TaskKind) => OperatorTask | undefined
  /** The last task that this page has shown while it ran. */
  watched: OperatorTask | undefined
  start: (task: StartTask) => void
}

/** The tasks of the installation. Follows the one that runs. */
export function useTasks(lastTasks: OperatorTask[] = []): Tasks {
  const [startTask, { isLoading, originalArgs }] = useStartTaskMutation()
  const [fetchTask] = useLazyGetTaskQuery()
  const [watchedId, setWatchedId] = useState<string>()
  const running = lastTasks.find(({ finishedAt }) => finishedAt === null)
  if (running && running._id !== watchedId) setWatchedId(running._id)
  usePolling(running && progressMs, () => void fetchTask(running!._id))
  return {
    running,
    starting: isLoading ? originalArgs : undefined,
    lastOf: (kind) => lastTasks.find((task) => task.kind === kind),
    watched: lastTasks.find(({ _id }) => _id === watchedId),
    start: (task) => void startTask(task),
  }
}
