import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { OperatorTask } from '#contract/operator.ts'
import { fullTime } from '#web/components/DateTime.tsx'
import { fakeApi, refusal } from '#web/test/fakeApi.ts'
import { backup, backupList, operator, setTask, task, type OperatorWorld } from '#web/test/operator/fakeOperator.ts'
import { uuid } from '#web/test/people.ts'
import { renderPage } from '#web/test/renderPage.tsx'
import { shownToasts } from '#web/test/toasts.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))

const finishedAt = '2026-11-21T09:05:00.000Z'
const title = `the backup of ${fullTime(new Date(backup(21).startedAt))}`

function button(name: string | RegExp) {
  return screen.getByRole('button', { name })
}

async function open(world: Partial<OperatorWorld> = {}) {
  const api = fakeApi({ user: operator, backups: backupList({ docs: [backup(21)] }), ...world })
  const { keys } = renderPage('/operator', api)
  await screen.findByText('Product')
  await screen.findByRole('button', { name: 'Back up now' })
  /** Changes the task on the server, and lets the page ask for it. */
  const proceed = async (changes: Partial<OperatorTask>) => {
    setTask(api.world, { ...api.world.installation.lastTasks[0]!, ...changes })
    await act(() => vi.advanceTimersByTimeAsync(2000))
  }
  return { api, keys, proceed }
}

/** The texts that screen readers announce. */
function announced() {
  return screen.getAllByRole('status').map(({ textContent }) => textContent)
}

test('a backup is made now, and the page follows it until it is in the list [D13.5]', async () => {
  const { api, keys, proceed } = await open()
  await keys.click(button('Back up now'))
  expect(await screen.findByRole('progressbar', { name: 'A backup is being made' })).toBeVisible()
  expect(announced()).toContain('A backup is being made.')
  expect(api.sent('POST /operator/tasks')[0]?.body).toEqual({ kind: 'backup' })
  await proceed({})
  expect(api.sent('GET /operator/tasks/:id')).toHaveLength(1)
  expect(button('Back up now')).toHaveAttribute('aria-disabled', 'true')
  api.world.backups = backupList({ docs: [backup(22), backup(21)] })
  const checked = api.sent('GET /operator/advice').length
  await proceed({ finishedAt, outcome: 'succeeded' })
  expect(await screen.findByText('The backup is complete.', { selector: 'p' })).toBeVisible()
  expect(announced()).toContain('The backup is complete.')
  await waitFor(() => {
    expect(within(screen.getByRole('list', { name: 'Backups, newest first' })).getAllByRole('listitem')).toHaveLength(2)
  })
  expect(api.sent('GET /operator/advice')).toHaveLength(checked + 1)
  expect(button('Back up now')).not.toHaveAttribute('aria-disabled')
  expect(button('Back up now')).toHaveFocus()
})

test('a backup that fails says why, with all lines when asked for [D13.5]', async () => {
  const { keys, proceed } = await open()
  await keys.click(button('Back up now'))
  await screen.findByRole('progressbar', { name: 'A backup is being made' })
  const lines = ['Line 1', 'Line 2', 'Line 3', 'The disk is full.', 'Free 3 GB.']
  await proceed({ finishedAt, outcome: 'failed', lines })
  const note = await screen.findByRole('note')
  expect(note).toHaveTextContent('The backup failed.Line 3The disk is full.Free 3 GB.Show all 5 lines')
  expect(note).toHaveTextContent(`started by ${operator.email}`)
  await keys.click(button('Show all 5 lines'))
  expect(
    within(note)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(lines)
  expect(button('Show less')).toHaveAttribute('aria-expanded', 'true')
})

test('a failed or interrupted task of the past is shown, a successful one is not', async () => {
  const { api } = await open()
  const failed = task({ kind: 'verify', backup: backup(21).name, finishedAt, outcome: 'interrupted' })
  setTask(api.world, task({ _id: uuid(901), finishedAt, outcome: 'succeeded' }))
  setTask(api.world, failed)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  const text = `The verification of ${title} was interrupted, because its server stopped. Start it again.`
  expect(await screen.findByText(text, { selector: 'p' })).toBeVisible()
  expect(screen.queryByText(/The backup is complete/)).toBeNull()
})

test('only one task runs at a time, and the other buttons say which [D13.5]', async () => {
  const { api, keys } = await open({ backups: backupList({ docs: [backup(22), backup(21)] }) })
  await keys.click(button(`Verify ${title}`))
  const progress = `The backup of ${fullTime(new Date(backup(21).startedAt))} is being read back`
  expect(await screen.findByRole('progressbar', { name: progress })).toBeVisible()
  expect(api.sent('POST /operator/tasks')[0]?.body).toEqual({ kind: 'verify', backup: backup(21).name })
  const other = `Verify the backup of ${fullTime(new Date(backup(22).startedAt))}`
  for (const name of ['Back up now', 'Check now', other, `Verify ${title}`]) {
    expect(button(name)).toHaveAttribute('aria-disabled', 'true')
    expect(button(name)).toHaveAccessibleDescription(new RegExp(`^${progress}`))
    await keys.click(button(name))
  }
  expect(api.sent('POST /operator/tasks')).toHaveLength(1)
  expect(button(`Download ${title}`)).not.toHaveAttribute('aria-disabled')
})

test('if another operator was faster, the page says so and follows that task [D13.5]', async () => {
  const { api, keys } = await open()
  setTask(api.world, task({ kind: 'check', requestedBy: 'ines@blueharbour.test' }))
  const message = 'A check is running. Wait until it has finished'
  api.answer('POST /operator/tasks', () => refusal(409, 'conflict', message))
  await keys.click(button('Back up now'))
  await waitFor(() => expect(shownToasts()).toContain(message))
  expect(await screen.findByRole('progressbar', { name: 'Database and files are being checked' })).toBeVisible()
  expect(screen.getByText(/Started at .* by ines@blueharbour\.test\.$/)).toBeVisible()
})

test('the live system is checked now, and the last check stays on the page [D13.5]', async () => {
  const { keys, proceed } = await open()
  const card = within(screen.getByRole('region', { name: 'Integrity' }))
  expect(card.getByText(/^Not checked yet\./)).toBeVisible()
  await keys.click(button('Check now'))
  await card.findByRole('progressbar', { name: 'Database and files are being checked' })
  await proceed({ finishedAt, outcome: 'succeeded', lines: ['Checking the files …', '12,345 rows and 310 files'] })
  expect(await card.findByText('No faults found.')).toBeVisible()
  expect(card.getByText('12,345 rows and 310 files')).toBeVisible()
  expect(card.queryByText('Checking the files …')).toBeNull()
  expect(card.getByText(`, started by ${operator.email}`, { exact: false })).toBeVisible()
})

test('a hidden page does not ask for the progress of a task, and does so at once when it is shown again', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
  const { api, keys, proceed } = await open()
  await keys.click(button('Check now'))
  await screen.findByRole('progressbar', { name: 'Database and files are being checked' })
  hidden.mockReturnValue(true)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await proceed({ finishedAt, outcome: 'succeeded' })
  expect(api.sent('GET /operator/tasks/:id')).toEqual([])
  hidden.mockReturnValue(false)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(await screen.findByText('No faults found.', { selector: 'p' })).toBeVisible()
})
