import { z } from 'zod'
import { Advice, BackupList, Installation, OperatorTask, StartTask } from '#contract/operator.ts'
import { envelope } from '#contract/paging.ts'
import { findUser } from '#server/accounts/accountStore.ts'
import { requireRecentSignIn } from '#server/accounts/signIn/signIn.ts'
import type { Finding } from '#server/doctor/finding.ts'
import { apiPaths } from '#server/http/apiPaths.ts'
import type { App } from '#server/http/app.ts'
import { AdviceReading } from './advice.ts'
import { listBackups } from './backupList.ts'
import { downloadRoutes, type DownloadServices } from './downloadRoutes.ts'
import { readInstallation } from './installationState.ts'
import { OperatorTasks, type TaskServices } from './tasks.ts'

const tags = ['operator']
const config = { access: 'operator' } as const

type OperatorServices = TaskServices & DownloadServices & { examine: () => Promise<Finding[]> }

/** The state of the whole installation, for the people whom OPERATORS names. */
export function operatorRoutes(api: App, services: OperatorServices) {
  const tasks = new OperatorTasks(services, api.log)
  api.addHook('onClose', () => tasks.stop())
  stateRoutes(api, services, tasks)
  taskRoutes(api, services, tasks)
  downloadRoutes(api, services)
}

function stateRoutes(api: App, services: OperatorServices, tasks: OperatorTasks) {
  const { db, config: settings } = services
  const advice = new AdviceReading(services.examine)

  api.route({
    method: 'GET',
    url: apiPaths.operator,
    config,
    schema: {
      summary: 'Versions, disk, jobs, mail and the newest tasks of the installation',
      tags,
      response: { 200: envelope(Installation) },
    },
    async handler() {
      const [state, lastTasks] = await Promise.all([readInstallation(db, settings), tasks.newest()])
      return { message: 'The installation', data: { ...state, lastTasks } }
    },
  })

  api.route({
    method: 'GET',
    url: apiPaths.operatorAdvice,
    config,
    schema: {
      summary:
        'The three most important things to do next. It checks everything first, which can take a minute if something does not respond',
      tags,
      response: { 200: envelope(Advice) },
    },
    handler: async () => ({ message: 'Next', data: await advice.get() }),
  })

  api.route({
    method: 'GET',
    url: apiPaths.operatorBackups,
    config,
    schema: { summary: 'The backups, newest first', tags, response: { 200: envelope(BackupList) } },
    handler: async () => ({ message: 'Backups', data: await listBackups(settings, db) }),
  })
}

const started = {
  backup: 'Backup started',
  verify: 'Verification started',
  check: 'Check started',
} satisfies Record<StartTask['kind'], string>

function taskRoutes(api: App, { db }: OperatorServices, tasks: OperatorTasks) {
  api.route({
    method: 'POST',
    url: apiPaths.operatorTasks,
    config,
    schema: {
      summary: 'Make a backup, verify one, or check the live system; one of them runs at a time',
      tags,
      body: StartTask,
      response: { 201: envelope(OperatorTask) },
    },
    async handler({ actor, body }, reply) {
      // With many backups made by hand, the next automatic one removes the older ones.
      if (body.kind === 'backup') await requireRecentSignIn(db, actor)
      const { email } = (await findUser(db, actor))!
      return reply.code(201).send({ message: started[body.kind], data: await tasks.start(body, email) })
    },
  })

  api.route({
    method: 'GET',
    url: apiPaths.operatorTask,
    config,
    schema: {
      summary: 'A task, with what it has reported once it has finished',
      tags,
      params: z.object({ id: z.guid() }),
      response: { 200: envelope(OperatorTask) },
    },
    handler: async ({ params }) => ({ message: 'Task', data: await tasks.find(params.id) }),
  })
}
