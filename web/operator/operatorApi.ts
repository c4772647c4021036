import type {
  Advice,
  BackupList,
  DownloadLink,
  Installation,
  OperatorTask,
  PlaceUnownedMail,
  StartTask,
  UnownedMails,
} from '#contract/operator.ts'
import { api } from '#web/api/api.ts'
import { apiPaths } from '#web/api/apiPaths.ts'

// The cards show skeletons and failures of their own, so no request covers the page.
const shownInPlace = { background: true }

const operatorApi = api
  .enhanceEndpoints({ addTagTypes: ['Installation', 'Backups', 'Advice', 'UnownedMails'] })
  .injectEndpoints({
    endpoints: (build) => ({
      getInstallation: build.query<Installation, void>({
        query: () => ({ url: apiPaths.operator, ...shownInPlace }),
        providesTags: ['Installation'],
      }),
      getAdvice: build.query<Advice, void>({
        query: () => ({ url: apiPaths.operatorAdvice, ...shownInPlace }),
        providesTags: ['Advice'],
      }),
      listBackups: build.query<BackupList, void>({
        query: () => ({ url: apiPaths.operatorBackups, ...shownInPlace }),
        providesTags: ['Backups'],
      }),
      listUnownedMails: build.query<UnownedMails, void>({
        query: () => ({ url: apiPaths.unownedMails, ...shownInPlace }),
        providesTags: ['UnownedMails'],
      }),
      placeUnownedMail: build.mutation<null, PlaceUnownedMail & { id: string }>({
        query: ({ id, ...body }) => ({ url: apiPaths.unownedMailPlace(id), method: 'POST', body, ...shownInPlace }),
        invalidatesTags: (_placed, failure) => (failure ? [] : ['UnownedMails']),
      }),
      deleteUnownedMail: build.mutation<null, string>({
        query: (id) => ({ url: apiPaths.unownedMail(id), method: 'DELETE', ...shownInPlace }),
        invalidatesTags: (_deleted, failure) => (failure ? [] : ['UnownedMails']),
      }),
      startTask: build.mutation<OperatorTask, StartTask>({
        query: (body) => ({ url: apiPaths.operatorTasks, method: 'POST', body, background: true }),
        // After a refusal, the page shows the reason: another operator's task, or that the backup is gone.
        invalidatesTags: (_task, error) => (error ? ['Installation', 'Backups'] : []),
        onQueryStarted: async (_body, { dispatch, queryFulfilled }) => {
          const task = await fulfilled(queryFulfilled)
          if (task) dispatch(showTask(task))
        },
      }),
      getTask: build.query<OperatorTask, string>({
        query: (id) => ({ url: apiPaths.operatorTask(id), background: true, quiet: true }),
        onQueryStarted: async (_id, { dispatch, queryFulfilled }) => {
          const task = await fulfilled(queryFulfilled)
          if (!task) return
          dispatch(showTask(task))
          // A task changes the list, and also what there is to do next.
          if (task.finishedAt) dispatch(operatorApi.util.invalidateTags(['Installation', 'Backups', 'Advice']))
        },
      }),
      createDownloadLink: build.mutation<DownloadLink, string>({
        query: (name) => ({ url: apiPaths.operatorBackupLink(name), method: 'POST' }),
      }),
    }),
  })

/** The task, or undefined if the request failed, which has been shown by then. */
async function fulfilled(request: Promise<{ data: OperatorTask }>) {
  return request.then(
    ({ data }) => data,
    () => undefined,
  )
}

/** Shows the newest state of a task without fetching the whole installation. */
function showTask(task: OperatorTask) {
  return operatorApi.util.updateQueryData('getInstallation', undefined, (installation) => {
    const others = installation.lastTasks.filter(({ kind }) => kind !== task.kind)
    installation.lastTasks = [task, ...others]
  })
}

export const {
  useGetInstallationQuery,
  useGetAdviceQuery,
  useListBackupsQuery,
  useListUnownedMailsQuery,
  usePlaceUnownedMailMutation,
  useDeleteUnownedMailMutation,
  useStartTaskMutation,
  useLazyGetTaskQuery,
  useCreateDownloadLinkMutation,
} = operatorApi
