import { z } from 'zod'
import type { User } from '#contract/accounts.ts'
import {
  Advice,
  Backup,
  BackupList,
  DownloadLink,
  Installation,
  OperatorTask,
  PlaceUnownedMail,
  StartTask,
  UnownedMail,
  UnownedMails,
} from '#contract/operator.ts'
import { person, uuid } from '#web/test/people.ts'

/** The schemas of the operator's routes in the fake server of the page tests. */
export const operatorContract = {
  'GET /operator': { answer: Installation },
  'GET /operator/advice': { answer: Advice },
  'GET /operator/backups': { answer: BackupList },
  'POST /operator/tasks': { body: StartTask, answer: OperatorTask },
  'GET /operator/tasks/:id': { answer: OperatorTask },
  'POST /operator/backups/:id/link': { answer: DownloadLink },
  'GET /operator/mails': { answer: UnownedMails },
  'POST /operator/mails/:id/place': { body: PlaceUnownedMail, answer: z.null() },
  'DELETE /operator/mails/:id': { answer: z.null() },
}

type OperatorRoute = keyof typeof operatorContract

export function isOperatorRoute(route: string): route is OperatorRoute {
  return route in operatorContract
}

export const operator: User = person('member', { isOperator: true })

const gigabyte = 1024 ** 3

export function installation(changes: Partial<Installation> = {}) {
  return Installation.parse({
    versions: {
      product: '0.2.0',
      node: '20.19.4',
      postgres: '18.1',
      isEmbedded: true,
      schema: '043-operator-tasks',
      servers: [{ version: '0.2.0', count: 1 }],
    },
    storage: {
      folders: [
        { setting: 'DATA_DIR', path: '/srv/desk', freeBytes: 120 * gigabyte, totalBytes: 500 * gigabyte },
        { setting: 'BACKUP_DIR', path: '/mnt/backups', freeBytes: 900 * gigabyte, totalBytes: 1000 * gigabyte },
      ],
      databaseBytes: 5 * gigabyte,
      fileBytes: 34 * gigabyte,
      bucket: null,
    },
    jobs: { waiting: 0, running: 0, failing: 0, oldestAge: 0 },
    mail: { waiting: 0, refused: 0, oldestAge: 0, received: 0, mailboxAge: null },
    lastTasks: [],
    ...changes,
  })
}

export function backup(day: number, changes: Partial<Backup> = {}) {
  const startedAt = `2026-11-${String(day).padStart(2, '0')}T08:00:00.000Z`
  return Backup.parse({
    name: startedAt.replaceAll(':', '-'),
    startedAt,
    isEncrypted: false,
    content: { productVersion: '0.2.0', rows: 12_345, files: 310, bytes: 1.5 * gigabyte, hasSecret: true },
    lastVerification: null,
    ...changes,
  })
}

export function backupList(changes: Partial<BackupList> = {}) {
  const { docs = [backup(21), backup(20)] } = changes
  return BackupList.parse({
    folder: '/mnt/backups',
    isReachable: true,
    isAutomatic: true,
    everyHours: 24,
    kept: 7,
    isEncrypted: false,
    archivesWal: false,
    total: docs.length,
    ...changes,
    docs,
  })
}

export function task(changes: Partial<OperatorTask> = {}) {
  return OperatorTask.parse({
    _id: uuid(900),
    kind: 'backup',
    backup: null,
    requestedBy: operator.email,
    startedAt: '2026-11-21T09:00:00.000Z',
    finishedAt: null,
    outcome: null,
    lines: [],
    ...changes,
  })
}

export function advice(changes: Partial<Advice> = {}) {
  return Advice.parse({
    checkedAt: '2026-11-21T09:00:00.000Z',
    problems: 0,
    warnings: 0,
    command: 'npm run doctor',
    next: [],
    ...changes,
  })
}

export interface OperatorWorld {
  installation: Installation
  advice: Advice
  backups: BackupList
  unownedMails: UnownedMail[]
}

/** An installation with backups and nothing to do. */
export const healthy: OperatorWorld = {
  installation: installation(),
  advice: advice(),
  backups: backupList(),
  unownedMails: [],
}

interface OperatorRequest {
  route: OperatorRoute
  params: Record<string, unknown>
  body: any
}

/** Their responders in the fake server. A task runs until the test finishes it. */
export function usualOperator({ route, params, body }: OperatorRequest, world: OperatorWorld) {
  switch (route) {
    case 'GET /operator':
      return ok(world.installation)
    case 'GET /operator/advice':
      return ok(world.advice)
    case 'GET /operator/backups':
      return ok(world.backups)
    case 'POST /operator/tasks': {
      const started = task(body)
      setTask(world, started)
      return ok(started, 201)
    }
    case 'GET /operator/tasks/:id':
      return ok(world.installation.lastTasks.find(({ _id }) => _id === params.id))
    case 'POST /operator/backups/:id/link':
      return ok({ url: `/api/operator/backups/${String(params.id)}?signature=1` })
    case 'GET /operator/mails':
      return ok({ docs: world.unownedMails, totalDocs: world.unownedMails.length, keptDays: 30 })
    case 'POST /operator/mails/:id/place':
    case 'DELETE /operator/mails/:id':
      world.unownedMails = world.unownedMails.filter(({ _id }) => _id !== params.id)
      return ok(null)
  }
}

/** Changes the state of a task on the fake server. */
export function setTask(world: OperatorWorld, changed: OperatorTask) {
  const others = world.installation.lastTasks.filter(({ kind }) => kind !== changed.kind)
  world.installation = { ...world.installation, lastTasks: [changed, ...others] }
}

function ok(data: unknown, status = 200) {
  return { status, body: { data } }
}
