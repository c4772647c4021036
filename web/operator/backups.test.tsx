import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fullTime } from '#web/components/DateTime.tsx'
import { fakeApi, refusal } from '#web/test/fakeApi.ts'
import { backup, backupList, operator, type OperatorWorld } from '#web/test/operator/fakeOperator.ts'
import { renderPage } from '#web/test/renderPage.tsx'

const title = ({ startedAt }: { startedAt: string }) => `the backup of ${fullTime(new Date(startedAt))}`

/** Opens the page, and returns the card of the backups when it shows this text. */
async function open(backups: OperatorWorld['backups'], shown: RegExp | string) {
  const api = fakeApi({ user: operator, backups })
  const { keys } = renderPage('/operator', api)
  const card = within(await screen.findByRole('region', { name: 'Backups' }))
  await card.findByText(shown)
  return { api, keys, card }
}

test('the list says of each backup when it was made, its content and whether it was verified [D13.5]', async () => {
  const finishedAt = '2026-11-22T08:00:00.000Z'
  const docs = [
    backup(24, { lastVerification: { finishedAt, outcome: 'succeeded' } }),
    backup(23, { lastVerification: { finishedAt, outcome: 'failed' } }),
    backup(22, { content: null, isEncrypted: true }),
    backup(21, { content: null }),
    backup(20),
  ]
  const made =
    'A backup is made every 24 hours in /mnt/backups, and the newest 7 are kept. They are not encrypted: set BACKUP_PASSPHRASE to encrypt new ones.'
  const { card } = await open(backupList({ docs }), made)
  const items = card.getAllByRole('listitem')
  expect(items[0]).toHaveTextContent('1.5 GB · 12,345 rows · 310 files')
  expect(items[0]).toHaveTextContent(/Version 0\.2\.0 · verified/)
  expect(items[1]).toHaveTextContent('Verification failed')
  expect(items[2]).toHaveTextContent(/Encrypted.*read back when it was made/)
  expect(items[3]).toHaveTextContent('The server cannot read this backup, because it is damaged.')
  expect(items[4]).toHaveTextContent('Version 0.2.0 · read back when it was made')
  for (const each of docs) {
    expect(card.getByRole('button', { name: `Verify ${title(each)}` })).toBeVisible()
    expect(card.getByRole('button', { name: `Download ${title(each)}` })).toBeVisible()
  }
})

test('old backups are listed when asked for, and the number of those that are not listed is shown', async () => {
  const docs = Array.from({ length: 9 }, (_, index) => backup(25 - index))
  const list = backupList({ docs, total: 60, everyHours: 0.5, isEncrypted: true, archivesWal: true })
  const { card, keys } = await open(list, /every 30 minutes .* encrypted\. The log of the database is archived too/)
  expect(card.getAllByRole('listitem')).toHaveLength(7)
  await keys.click(card.getByRole('button', { name: 'Show 2 older backups' }))
  expect(card.getAllByRole('listitem')).toHaveLength(9)
  expect(card.getByText('The newest 9 of 60 backups are listed.')).toBeVisible()
})

test('an empty folder offers the first backup', async () => {
  const { card } = await open(backupList({ docs: [] }), 'No backups yet')
  expect(card.getByText(/^The first one is made automatically\./)).toBeVisible()
  expect(card.getByRole('button', { name: 'Back up now' })).toBeVisible()
})

test('a server that makes no backups automatically says how to set that, and makes them when asked to [D13.5]', async () => {
  const list = backupList({ docs: [], folder: '/srv/desk/backups', isAutomatic: false })
  const { card } = await open(list, /Set BACKUP_DIR to a folder .* makes them in \/srv\/desk\/backups\./)
  expect(card.queryByText(/The first one is made automatically/)).toBeNull()
  expect(card.getByRole('button', { name: 'Back up now' })).toBeVisible()
})

test('a server without a folder for backups says how to set one, and offers none [D13.5]', async () => {
  const list = backupList({ docs: [], folder: null, isReachable: false, isAutomatic: false })
  const { card } = await open(list, /Set BACKUP_DIR to a folder/)
  expect(card.queryByRole('button')).toBeNull()
})

test('a folder that cannot be reached is named, and offers no backup [D13.5]', async () => {
  const list = backupList({ docs: [], isReachable: false })
  const { card } = await open(list, /The server cannot reach the folder \/mnt\/backups\./)
  expect(card.queryByRole('button', { name: 'Back up now' })).toBeNull()
})

test('a list that could not be loaded can be loaded again', async () => {
  const api = fakeApi({ user: operator })
  api.answer('GET /operator/backups', () => refusal(500, 'internal', 'Something went wrong'))
  const { keys } = renderPage('/operator', api)
  await screen.findByText('The backups could not be loaded')
  api.restore('GET /operator/backups')
  await keys.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('list', { name: 'Backups, newest first' })).toBeVisible()
})

test('a download says first what the backup contains, and asks for the password if the last sign-in is old [D13.5]', async () => {
  const clicked: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    clicked.push(`${this.getAttribute('href')} as ${this.getAttribute('download')}`)
  })
  const { api, keys } = await open(backupList({ docs: [backup(21)] }), /^1\.5 GB/)
  api.answer('POST /operator/backups/:id/link', () => {
    api.restore('POST /operator/backups/:id/link')
    return refusal(403, 'password-required', 'Enter your password first')
  })
  await keys.click(screen.getByRole('button', { name: `Download ${title(backup(21))}` }))
  const dialog = await screen.findByRole('alertdialog', { name: `Download ${title(backup(21))}?` })
  expect(dialog).toHaveAccessibleDescription(/everybody’s data.*It is not encrypted, and also contains the secret/)
  expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus()
  expect(api.sent('POST /operator/backups/:id/link')).toEqual([])
  await keys.click(within(dialog).getByRole('button', { name: 'Download 1.5 GB' }))
  await keys.type(await screen.findByLabelText('Password'), 'correct horse{Enter}')
  await waitFor(() => expect(clicked).toEqual([`/api/operator/backups/${backup(21).name}?signature=1 as `]))
})

test('the dialog of an encrypted backup says what opens it, and cancelling asks for no link', async () => {
  const encrypted = backup(21, { content: null, isEncrypted: true })
  const { api, keys } = await open(backupList({ docs: [encrypted] }), 'Encrypted')
  const button = screen.getByRole('button', { name: `Download ${title(encrypted)}` })
  await keys.click(button)
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog).toHaveAccessibleDescription(/everybody’s data.*opened only with its BACKUP_PASSPHRASE/)
  expect(dialog).not.toHaveTextContent('secret')
  await keys.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(button).toHaveFocus())
  expect(api.sent('POST /operator/backups/:id/link')).toEqual([])
})
