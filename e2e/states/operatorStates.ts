import type { Page } from '@playwright/test'
import type { Advice, Backup, BackupList, Installation, OperatorTask, UnownedMails } from '#contract/operator.ts'
import { hold, respond } from '#e2e/support/interception.ts'
import type { State, Visit } from './state.ts'

const gigabyte = 1024 ** 3
const operator = 'olivia_wilhelmina_van_der_bergen@a-rather-long-name-of-a-host.acme.test'
const folder = '/mnt/a-disk-with-a-rather-long-name/backups-of-the-enquiry-desk'

function task(number: number, changes: Partial<OperatorTask>): OperatorTask {
  return {
    _id: `01890000-0000-7000-8000-00000000000${number}`,
    kind: 'backup',
    backup: null,
    requestedBy: operator,
    startedAt: '2026-11-21T08:00:00.000Z',
    finishedAt: '2026-11-21T08:10:00.000Z',
    outcome: 'succeeded',
    lines: [],
    ...changes,
  }
}

function backup(day: number, changes: Partial<Backup> = {}): Backup {
  return {
    name: `2026-11-${day}T08-00-00.000Z`,
    startedAt: `2026-11-${day}T08:00:00.000Z`,
    isEncrypted: false,
    content: { productVersion: '0.2.0', rows: 1_234_567, files: 31_034, bytes: 34 * gigabyte, hasSecret: true },
    lastVerification: null,
    ...changes,
  }
}

const installation: Installation = {
  versions: {
    product: '0.2.0',
    node: '20.19.4',
    postgres: '18.1',
    isEmbedded: true,
    schema: '043-operator-tasks',
    servers: [{ version: '0.2.0', count: 1 }],
  },
  storage: {
    folders: [{ setting: 'DATA_DIR', path: '/srv/desk', freeBytes: 120 * gigabyte, totalBytes: 500 * gigabyte }],
    databaseBytes: 2 * gigabyte,
    fileBytes: 34 * gigabyte,
    bucket: null,
  },
  jobs: { waiting: 0, running: 0, failing: 0, oldestAge: 0 },
  mail: { waiting: 0, refused: 0, oldestAge: 0, received: 0, mailboxAge: 40 },
  lastTasks: [task(1, { kind: 'check', lines: ['1,234,567 rows and 31,034 files are complete.'] })],
}

const advice: Advice = {
  checkedAt: '2026-11-21T08:10:00.000Z',
  problems: 0,
  warnings: 0,
  command: 'npm run doctor',
  next: [],
}

const backups: BackupList = {
  folder,
  isReachable: true,
  isAutomatic: true,
  everyHours: 24,
  kept: 7,
  isEncrypted: false,
  archivesWal: true,
  docs: [
    backup(21),
    backup(20, { lastVerification: { finishedAt: '2026-11-21T08:10:00.000Z', outcome: 'succeeded' } }),
  ],
  total: 2,
}

const noMails: UnownedMails = { docs: [], totalDocs: 0, keptDays: 30 }

const mails: UnownedMails = {
  docs: [
    {
      _id: '01890000-0000-7000-8000-000000000071',
      receivedAt: '2026-11-21T08:00:00.000Z',
      recipients: ['support@a-rather-long-name-of-a-host.desk.example'],
      address: operator,
      name: 'Olivia Wilhelmina van der Bergen-Featherstonehaugh',
      subject: 'The crate with the number 4fa3b20c has arrived, but it is not ours',
      excerpt:
        'Good morning,\n\nyesterday a crate arrived that somebody else has ordered.\n\nOlivia\n\nSent from my phone',
      reason: 'No recipient names a company',
    },
    {
      _id: '01890000-0000-7000-8000-000000000072',
      receivedAt: '2026-11-20T08:00:00.000Z',
      recipients: [],
      address: '',
      name: '',
      subject: '',
      excerpt: '',
      reason: 'There was no room for the whole email. It is still in the mailbox',
    },
  ],
  totalDocs: 2,
  keptDays: 30,
}

interface Shown {
  installation?: Installation
  advice?: Advice
  backups?: BackupList
  mails?: UnownedMails
}

// The server of the journeys has no operators.
async function openPage({ page, company: { owner } }: Visit, shown: Shown = {}) {
  const context = page.context()
  await context.unrouteAll()
  await respond(context, '/auth/profile', 200, { data: { ...owner.userData, isOperator: true } })
  await respond(context, '/operator', 200, { data: shown.installation ?? installation })
  await respond(context, '/operator/advice', 200, { data: shown.advice ?? advice })
  await respond(context, '/operator/backups', 200, { data: shown.backups ?? backups })
  await respond(context, '/operator/mails', 200, { data: shown.mails ?? noMails })
  const running = shown.installation?.lastTasks.find(({ finishedAt }) => finishedAt === null)
  if (running) await respond(context, `/operator/tasks/${running._id}`, 200, { data: running })
  await page.goto('/operator')
}

function heading(page: Page, name: string) {
  return page.getByRole('heading', { name, exact: true })
}

/** Warnings, failed tasks and a running one, with long names. */
export async function showFaults(visit: Visit) {
  const lines = Array.from(
    { length: 9 },
    (_, line) => `The file ${'4fa3b20c'.repeat(8)} of ENQ-00010${line} is missing.`,
  )
  const full = { setting: 'BACKUP_DIR' as const, path: folder, freeBytes: 9 * gigabyte, totalBytes: 500 * gigabyte }
  const faults = [
    { level: 'problem' as const, fact: `Only 9 GB of 500 GB are free in ${folder}.` },
    { level: 'problem' as const, fact: 'The last backup is 3 days old.' },
    { level: 'warning' as const, fact: 'The certificate of the mail server expires in 6 days.' },
  ]
  await openPage(visit, {
    advice: {
      ...advice,
      problems: 2,
      warnings: 3,
      next: faults.map((each) => ({ ...each, subject: 'server', next: 'Correct it, and check again.' })),
    },
    installation: {
      versions: {
        ...installation.versions,
        isEmbedded: false,
        servers: [
          { version: '0.2.0', count: 2 },
          { version: '0.1.0', count: 1 },
        ],
      },
      storage: {
        ...installation.storage,
        folders: [...installation.storage.folders, full],
        bucket: 'https://objects.a-rather-long-name-of-a-host.acme.test/enquiry-desk-files/production',
      },
      jobs: { waiting: 12, running: 1, failing: 2, oldestAge: 190 },
      mail: { waiting: 10_000, refused: 3, oldestAge: 7300, received: 1, mailboxAge: 40 },
      lastTasks: [
        task(2, { kind: 'verify', backup: backup(21).name, finishedAt: null, outcome: null }),
        task(1, { kind: 'check', outcome: 'failed', lines }),
        task(3, { outcome: 'interrupted' }),
      ],
    },
    backups: {
      ...backups,
      docs: [
        backup(21),
        backup(20, { lastVerification: { finishedAt: '2026-11-21T08:10:00.000Z', outcome: 'failed' } }),
        backup(19, { content: null }),
        backup(18, { content: null, isEncrypted: true }),
        ...[17, 16, 15, 14].map((day) => backup(day)),
      ],
      total: 8,
    },
  })
  await visit.page.getByRole('progressbar', { name: /is being read back$/ }).waitFor()
}

export const operatorStates: State[] = [
  [
    'operator, nothing to do',
    async (visit) => {
      await openPage(visit)
      await heading(visit.page, 'Nothing to do').waitFor()
      await visit.page.getByRole('list', { name: 'Backups, newest first' }).waitFor()
    },
  ],
  [
    'operator, download of a backup',
    async ({ page }) => {
      await page
        .getByRole('button', { name: /^Download the backup/ })
        .first()
        .click()
      await page.getByRole('alertdialog').waitFor()
    },
  ],
  ['operator, faults, and a backup is being verified', showFaults],
  [
    'operator, all that a check found',
    async ({ page }) => {
      await page.getByRole('button', { name: 'Show all 9 lines' }).click()
      await page.getByRole('button', { name: 'Show less' }).waitFor()
    },
  ],
  [
    'operator, emails for no company',
    async (visit) => {
      await openPage(visit, { mails })
      await heading(visit.page, 'Emails for no company (2)').waitFor()
    },
  ],
  [
    'operator, no backups yet',
    async (visit) => {
      await openPage(visit, { backups: { ...backups, isAutomatic: false, docs: [], total: 0 } })
      await heading(visit.page, 'No backups yet').waitFor()
    },
  ],
  [
    'operator, the folder of the backups cannot be reached',
    async (visit) => {
      await openPage(visit, { backups: { ...backups, isReachable: false, docs: [], total: 0 } })
      await visit.page.getByText('The server cannot reach the folder').waitFor()
    },
  ],
  [
    'operator, loading',
    async (visit) => {
      await hold(visit.page.context(), /\/api\/operator/)
      await visit.page.goto('/operator')
      await visit.page.getByRole('status', { name: 'Loading the backups' }).waitFor()
    },
  ],
  [
    'operator, failed',
    async ({ page }) => {
      const failed = { code: 'internal', message: 'Something went wrong. Try again' }
      await respond(page.context(), '/operator**', 500, failed)
      await page.goto('/operator')
      await page.getByText('The backups could not be loaded').waitFor()
      await page.getByText('The checks could not be run').waitFor()
    },
  ],
]
