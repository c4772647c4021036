import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeApi, heldBack, ok, refusal } from '#web/test/fakeApi.ts'
import { advice, healthy, installation, operator, type OperatorWorld } from '#web/test/operator/fakeOperator.ts'
import { person } from '#web/test/people.ts'
import { address, renderPage } from '#web/test/renderPage.tsx'

const gigabyte = 1024 ** 3

const failure = () => refusal(500, 'internal', 'Something went wrong')

function region(name: string) {
  return within(screen.getByRole('region', { name }))
}

/** Opens the page of an operator, and waits for the state of the installation. */
async function open(world: Partial<OperatorWorld> = {}) {
  const api = fakeApi({ user: operator, ...world })
  const page = renderPage('/operator', api)
  await screen.findByText('Product')
  return { api, ...page }
}

test('the profile page and the palette lead operators to their page, whatever their role [D13.5]', async () => {
  const { keys, router } = renderPage('/profile', fakeApi({ user: operator }))
  await keys.click(await screen.findByRole('link', { name: 'Operator' }))
  expect(await screen.findByRole('heading', { name: 'Operator', level: 1 })).toBeVisible()
  expect(address()).toBe('/operator')
  await router.navigate('/profile')
  await keys.click(await screen.findByRole('button', { name: 'Command palette' }))
  await keys.type(await screen.findByRole('combobox', { name: 'Go to an enquiry, or do something' }), 'backup')
  await keys.click(await screen.findByRole('option', { name: 'Operator' }))
  await waitFor(() => expect(address()).toBe('/operator'))
})

test('neither the profile page nor the palette offers the page to other people, and its address shows them a notice [D13.5]', async () => {
  const api = fakeApi({ user: person('owner') })
  const { keys, router } = renderPage('/operator', api)
  expect(await screen.findByRole('heading', { name: 'You are not authorised to see this page' })).toBeVisible()
  expect(screen.getByText('Ask the person who runs this server for access.')).toBeVisible()
  await router.navigate('/profile')
  await screen.findByRole('link', { name: 'Notification settings' })
  expect(screen.queryByRole('link', { name: 'Operator' })).toBeNull()
  await keys.click(await screen.findByRole('button', { name: 'Command palette' }))
  await screen.findByRole('option', { name: 'Profile' })
  expect(screen.queryByRole('option', { name: 'Operator' })).toBeNull()
  expect(api.requests.filter(({ route }) => route.includes('/operator'))).toEqual([])
})

function finding(level: 'problem' | 'warning', fact: string) {
  return { subject: 'disk', level, fact, next: `Correct: ${fact}` }
}

test('the page says which three things to do next, and how many more there are [D13.5]', async () => {
  const found = [
    finding('problem', 'The disk is full.'),
    finding('problem', 'Nothing is sent.'),
    finding('warning', 'It is slow.'),
  ]
  await open({ advice: advice({ problems: 3, warnings: 3, next: found }) })
  const card = region('Next')
  const facts = card.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  expect(facts).toEqual(['The disk is full.', 'Nothing is sent.', 'It is slow.'])
  expect(card.getByText('Correct: The disk is full.')).toBeVisible()
  expect(card.getAllByText('Problem · disk')).toHaveLength(2)
  expect(card.getByText(/1 more problem and 2 more warnings: run/)).toHaveTextContent('npm run doctor on the server')
})

test('the checks show their own progress, and when they found nothing to do', async () => {
  const late = heldBack(ok(healthy.advice))
  const api = fakeApi({ user: operator })
  api.answer('GET /operator/advice', late.responder)
  renderPage('/operator', api)
  await screen.findByText('Product')
  const card = region('Next')
  expect(card.getByRole('status', { name: 'Loading the results of the checks' })).toBeVisible()
  late.letGo()
  expect(await card.findByRole('heading', { name: 'Nothing to do' })).toBeVisible()
  expect(card.getByText(/^All checks passed/).querySelector('time')).toHaveAttribute(
    'datetime',
    healthy.advice.checkedAt,
  )
})

test('checks that failed can be run again, and so can those that succeeded', async () => {
  const api = fakeApi({ user: operator })
  api.answer('GET /operator/advice', failure)
  const { keys } = renderPage('/operator', api)
  await screen.findByText('The checks could not be run')
  api.restore('GET /operator/advice')
  await keys.click(region('Next').getByRole('button', { name: 'Try again' }))
  const again = await region('Next').findByRole('button', { name: 'Check again' })
  const late = heldBack(
    ok(advice({ warnings: 1, next: [{ subject: 'mail', level: 'warning', fact: 'F.', next: 'N.' }] })),
  )
  api.answer('GET /operator/advice', late.responder)
  await keys.click(again)
  await waitFor(() => expect(again).toHaveAttribute('aria-disabled', 'true'))
  expect(region('Next').getByRole('heading', { name: 'Nothing to do' })).toBeVisible()
  late.letGo()
  expect(await region('Next').findByRole('heading', { name: 'F.' })).toBeVisible()
  expect(screen.getByText('The checks found 0 problems and 1 warning.')).toBeInTheDocument()
})

test('the page shows versions, disks, jobs and emails in words, and is quiet when all is well [D13.5]', async () => {
  await open()
  const versions = region('Versions')
    .getAllByRole('definition')
    .map(({ textContent }) => textContent)
  expect(versions).toEqual(['0.2.0', '18.1, embedded', '20.19.4', '043-operator-tasks', '1 server'])
  const disk = region('Disk')
  const meter = disk.getByRole('progressbar', { name: 'Data 120 GB free of 500 GB' })
  expect(meter).toHaveAttribute('aria-valuenow', '76')
  expect(disk.getByText('/mnt/backups (BACKUP_DIR)')).toBeVisible()
  expect(disk.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['5 GB', '34 GB'])
  expect(region('Jobs').getByText('Nothing waits.')).toBeVisible()
  expect(region('Email').getByText('Nothing waits.')).toBeVisible()
})

test('the page says what waits, fails and runs out [D13.5]', async () => {
  const usual = installation()
  const full = { setting: 'DATA_DIR' as const, path: '/srv', freeBytes: 9 * gigabyte, totalBytes: 100 * gigabyte }
  await open({
    installation: installation({
      versions: {
        ...usual.versions,
        servers: [
          { version: '0.2.0', count: 2 },
          { version: '0.1.0', count: 1 },
        ],
      },
      storage: { ...usual.storage, folders: [full], bucket: 's3://files' },
      jobs: { waiting: 12, running: 1, failing: 2, oldestAge: 200 },
      mail: { waiting: 10_000, refused: 3, oldestAge: 7300, received: 1, mailboxAge: 40 },
    }),
  })
  expect(region('Versions').getByText(/2 servers of 0\.2\.0, 1 server of 0\.1\.0/)).toBeVisible()
  expect(region('Disk').getByRole('progressbar', { name: 'Data Only 9 GB free of 100 GB' })).toBeVisible()
  expect(region('Disk').getByText('s3://files')).toBeVisible()
  const jobs = region('Jobs')
  expect(jobs.getByText('1 job is running.')).toBeVisible()
  expect(jobs.getByText('12 jobs wait, the oldest for 3 minutes.')).toBeVisible()
  expect(jobs.getByText(/^2 jobs keep failing\./)).toBeVisible()
  const mail = region('Email')
  expect(mail.getByText('10,000 or more emails wait to be sent, the oldest for 2 hours.')).toBeVisible()
  expect(mail.getByText(/^The mail server refused 3 emails for good\./)).toBeVisible()
  expect(mail.getByText('1 received email is not filed yet.')).toBeVisible()
  expect(mail.getByText('The mailbox was last checked 40 seconds ago.')).toBeVisible()
})

test('the state is refreshed every 30 seconds while the page is visible, and when it is shown again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { api } = await open()
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
  const show = (isShown: boolean) => {
    hidden.mockReturnValue(!isShown)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
  }
  const sent = () => api.sent('GET /operator').length
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(sent()).toBe(2)
  show(false)
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(sent()).toBe(2)
  api.world.installation = installation({ jobs: { waiting: 1, running: 0, failing: 0, oldestAge: 5 } })
  show(true)
  expect(await region('Jobs').findByText('1 job waits, the oldest for 5 seconds.')).toBeVisible()
  expect(sent()).toBe(3)
})

test('a state that cannot be loaded or refreshed says so beside what is known', async () => {
  const api = fakeApi({ user: operator })
  api.answer('GET /operator', failure)
  const { keys } = renderPage('/operator', api)
  await screen.findByText('The state of the installation could not be loaded')
  expect(region('Backups').getByRole('list', { name: 'Backups, newest first' })).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Disk' })).toBeNull()
  api.restore('GET /operator')
  await keys.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Product')).toBeVisible()
  api.answer('GET /operator', failure)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(await screen.findByText('The state of the installation could not be refreshed')).toBeVisible()
  expect(screen.getByText('Product')).toBeVisible()
})
