import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { ImportReport } from '#contract/csv.ts'
import { fakeApi, heldBack, ok, refusal } from '#web/test/fakeApi.ts'
import { enquiry, person } from '#web/test/people.ts'
import { renderPage } from '#web/test/renderPage.tsx'
import { savedFiles } from '#web/test/savedFiles.ts'
import { shownToasts } from '#web/test/toasts.ts'
// Loaded here, so that no test has to wait for them.
import './CsvMenu.tsx'
import './ImportDialog.tsx'

const enquiries = [enquiry(2), enquiry(1)]

function report(changes: Partial<ImportReport> = {}): ImportReport {
  return {
    headings: ['Kind', 'Subject'],
    columns: { enquiryType: 'Kind', summery: 'Subject' },
    rows: 2,
    refusedRows: 0,
    refused: [],
    preview: [{ enquiryType: 'Billing', summery: 'One' }, { enquiryType: 'Delivery' }],
    created: 0,
    firstEnquiryId: null,
    ...changes,
  }
}

type Keys = ReturnType<typeof renderPage>['keys']

async function choose(keys: Keys, name: string) {
  await keys.click(await screen.findByRole('button', { name: 'Import and export' }))
  await keys.click(await screen.findByRole('menuitem', { name }))
}

async function pick(keys: Keys, file: File) {
  await choose(keys, 'Import from CSV…')
  const dialog = await screen.findByRole('dialog', { name: 'Import enquiries' })
  fireEvent.change(within(dialog).getByLabelText('CSV file'), { target: { files: [file] } })
  return within(dialog)
}

const csv = new File(['Kind,Subject\nBilling,One\nDelivery,'], 'old.csv', { type: 'text/csv' })

test('a file is previewed, matched and imported as a whole', async () => {
  const api = fakeApi({ enquiries })
  const refused = [{ row: 3, errors: { enquiryType: 'The type is missing' } }]
  api.answer('POST /enquiry/import', () =>
    ok(report({ columns: { summery: 'Subject' }, refusedRows: 1, refused }), undefined),
  )
  const { keys } = renderPage('/', api)
  const dialog = await pick(keys, csv)
  expect(await dialog.findByText('Row 3: The type is missing')).toBeVisible()
  expect(dialog.getByText('1 of 2 rows needs fixing. Nothing imported yet.')).toBeVisible()
  api.answer('POST /enquiry/import', ({ params }) =>
    params.dryRun
      ? ok(report())
      : ok(report({ created: 2, firstEnquiryId: 'ENQ-000003' }), '2 enquiries imported', 201),
  )
  await keys.click(dialog.getByRole('combobox', { name: 'Type' }))
  await keys.click(await screen.findByRole('option', { name: 'Kind' }))
  expect(await dialog.findByText('2 rows ready to import.')).toBeVisible()
  expect(within(dialog.getByRole('table')).getByText('Delivery')).toBeVisible()
  const asked = api.sent('GET /enquiry').length
  await keys.click(dialog.getByRole('button', { name: 'Import 2 enquiries' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(shownToasts()).toContain('2 enquiries imported')
  const [, matched, imported] = api.sent('POST /enquiry/import')
  expect(matched?.params).toMatchObject({
    dryRun: true,
    columns: JSON.stringify({ summery: 'Subject', enquiryType: 'Kind' }),
  })
  expect(imported?.params.dryRun).toBeUndefined()
  expect(imported?.body).toBe(csv)
  expect(api.sent('GET /enquiry').length).toBeGreaterThan(asked)
})

test('the rows without errors are imported, and the others are saved as a file that says what to fix', async () => {
  const api = fakeApi({ enquiries })
  const refused = [{ row: 3, errors: { enquiryType: 'The type is missing' } }]
  api.answer('POST /enquiry/import', ({ params }) =>
    params.dryRun
      ? ok(report({ rows: 30, refusedRows: 2, refused }))
      : ok(report({ created: 28, firstEnquiryId: 'ENQ-000003' }), '28 enquiries imported', 201),
  )
  const file = fakeRefusedRows()
  const { keys } = renderPage('/', api)
  const dialog = await pick(keys, csv)
  expect(await dialog.findByText('2 of 30 rows need fixing. Nothing imported yet.')).toBeVisible()
  await keys.click(dialog.getByRole('button', { name: 'Import 28, download the 2 that need fixing' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(file.saved).toHaveLength(1)
  const [[url, sent]] = file.asked as [[string, File]]
  expect(sent).toBe(csv)
  expect(new URL(url, 'http://localhost').pathname).toBe('/api/enquiry/import/refused')
  expect(JSON.parse(new URL(url, 'http://localhost').searchParams.get('columns')!)).toEqual(report().columns)
  expect(api.sent('POST /enquiry/import')[1]?.params).toMatchObject({ onlyValid: true })
  expect(shownToasts()).toContain('28 enquiries imported')
})

test('if no row can be imported, the file to fix is all there is', async () => {
  const api = fakeApi({ enquiries })
  api.answer('POST /enquiry/import', () => ok(report({ refusedRows: 2 })))
  const file = fakeRefusedRows()
  const { keys } = renderPage('/', api)
  const dialog = await pick(keys, csv)
  await keys.click(await dialog.findByRole('button', { name: 'Download the 2 that need fixing' }))
  await waitFor(() => expect(file.saved).toHaveLength(1))
  expect(api.sent('POST /enquiry/import')).toHaveLength(1)
  expect(dialog.getByText('2 of 2 rows need fixing. Nothing imported yet.')).toBeVisible()
  await waitFor(() => expect(dialog.getByRole('status')).toHaveTextContent('saved as a file. Correct them there'))
  await keys.click(dialog.getByRole('button', { name: 'Download the 2 that need fixing' }))
  await waitFor(() => expect(file.saved).toHaveLength(2))
})

test('a download that stalls says what it does, and Cancel stops it before anything is imported', async () => {
  const api = fakeApi({ enquiries })
  api.answer('POST /enquiry/import', () => ok(report({ refusedRows: 1 })))
  const file = fakeRefusedRows(stalled)
  const { keys } = renderPage('/', api)
  const dialog = await pick(keys, csv)
  await keys.click(await dialog.findByRole('button', { name: 'Import 1, download the 1 that needs fixing' }))
  expect(await dialog.findByRole('progressbar', { name: 'Downloading the rows that need fixing' })).toBeVisible()
  expect(dialog.getByRole('status')).toHaveTextContent('Downloading the rows that need fixing. Cancel stops it.')
  expect(dialog.getByRole('combobox', { name: 'Type' })).toHaveAttribute('aria-disabled', 'true')
  await keys.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(file.signals.map(({ aborted }) => aborted)).toEqual([true])
  expect(file.saved).toHaveLength(0)
  expect(api.sent('POST /enquiry/import').filter(({ params }) => !params.dryRun)).toEqual([])
})

test.each([
  [
    'breaks off',
    () => brokenOff((stream) => stream.error(new TypeError('network'))),
    'The download was interrupted. Try again',
  ],
  ['does not reach the server', () => Promise.reject(new TypeError('fetch')), 'Cannot reach the server'],
  [
    'is refused',
    () => Response.json({ message: 'Wait a minute', code: 'too_many_requests' }, { status: 429 }),
    'Wait a minute',
  ],
])('a toast says why a download that %s failed, and it can be repeated [S8.1]', async (_how, respond, told) => {
  const api = fakeApi({ enquiries })
  api.answer('POST /enquiry/import', () => ok(report({ refusedRows: 2 })))
  let attempts = 0
  const file = fakeRefusedRows(() => (++attempts === 1 ? respond() : toFix()))
  const { keys } = renderPage('/', api)
  const dialog = await pick(keys, csv)
  await keys.click(await dialog.findByRole('button', { name: 'Download the 2 that need fixing' }))
  expect(await dialog.findByText('The rows that need fixing could not be downloaded')).toBeVisible()
  expect(shownToasts()).toContain(told)
  expect(file.saved).toHaveLength(0)
  await keys.click(dialog.getByRole('button', { name: 'Download the 2 that need fixing' }))
  await waitFor(() => expect(file.saved).toHaveLength(1))
  expect(dialog.queryByText(/could not be downloaded/)).toBeNull()
})

test('an import that is repeated after a failure does not save the rows that need fixing again', async () => {
  const api = fakeApi({ enquiries })
  const message = 'The server is being updated. Try again in a minute'
  api.answer('POST /enquiry/import', ({ params }) =>
    params.dryRun ? ok(report({ refusedRows: 1 })) : refusal(500, 'internal', message),
  )
  const file = fakeRefusedRows()
  const { keys } = renderPage('/', api)
  const dialog = await pick(keys, csv)
  await keys.click(await dialog.findByRole('button', { name: 'Import 1, download the 1 that needs fixing' }))
  expect(await dialog.findByText('Not imported')).toBeVisible()
  expect(shownToasts()).toEqual([message])
  api.answer('POST /enquiry/import', () => ok(report({ created: 1 }), '1 enquiry imported', 201))
  await keys.click(dialog.getByRole('button', { name: 'Import 1 enquiry' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(file.saved).toHaveLength(1)
  expect(file.asked).toHaveLength(1)
})

test('an import under way cannot be cancelled, and says so', async () => {
  const api = fakeApi({ enquiries })
  api.answer('POST /enquiry/import', () => ok(report()))
  const { keys } = renderPage('/', api)
  const dialog = await pick(keys, csv)
  await dialog.findByText('2 rows ready to import.')
  const imported = heldBack(ok(report({ created: 2, firstEnquiryId: 'ENQ-000003' }), '2 enquiries imported', 201))
  api.answer('POST /enquiry/import', imported.responder)
  await keys.click(dialog.getByRole('button', { name: 'Import 2 enquiries' }))
  expect(await dialog.findByText(/cannot be cancelled/)).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await keys.keyboard('{Escape}')
  expect(dialog.getByText(/cannot be cancelled/)).toBeVisible()
  imported.letGo()
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Import enquiries' })).toBeNull())
})

test('a toast says why a file that is not CSV is refused, and another can be chosen [S8.1] [D8.3]', async () => {
  const api = fakeApi({ enquiries })
  const message = 'This is not a CSV file. Save the table as “CSV UTF-8” and try again'
  api.answer('POST /enquiry/import', () => refusal(415, 'unsupported-type', message))
  const { keys } = renderPage('/', api)
  const dialog = await pick(keys, new File(['\u0089PNG'], 'photo.png'))
  expect(await dialog.findByText('This file could not be read')).toBeVisible()
  expect(shownToasts()).toEqual([message])
  api.answer('POST /enquiry/import', () => ok(report()))
  fireEvent.change(dialog.getByLabelText('CSV file'), { target: { files: [csv] } })
  expect(await dialog.findByText('2 rows ready to import.')).toBeVisible()
  expect(dialog.queryByText('This file could not be read')).toBeNull()
})

test('a file that is too large is not sent', async () => {
  const api = fakeApi({ enquiries })
  const { keys } = renderPage('/', api)
  const large = new File([], 'large.csv')
  Object.defineProperty(large, 'size', { value: 200 * 1024 * 1024 })
  const dialog = await pick(keys, large)
  expect(await dialog.findByText('The file is larger than 20 MB. Split it into smaller ones')).toBeVisible()
  expect(api.sent('POST /enquiry/import')).toHaveLength(0)
})

test('a viewer is offered no import [D6.2]', async () => {
  const { keys } = renderPage('/', fakeApi({ enquiries, user: person('viewer') }))
  await keys.click(await screen.findByRole('button', { name: 'Import and export' }))
  expect(await screen.findByRole('menuitem', { name: 'Export this view as CSV' })).toBeVisible()
  expect(screen.queryByRole('menuitem', { name: 'Import from CSV…' })).toBeNull()
})

/** Responds to the requests for the rows that need fixing. */
function fakeRefusedRows(respond = (_signal: AbortSignal): Response | Promise<Response> => toFix()) {
  const asked: [url: string, body: unknown][] = []
  const signals: AbortSignal[] = []
  const fetchOthers = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, request: RequestInit) => {
    if (!url.startsWith('/api/enquiry/import/refused')) return fetchOthers(url, request)
    asked.push([url, request.body])
    signals.push(request.signal!)
    return respond(request.signal!)
  })
  return { ...savedFiles(), asked, signals }
}

function toFix() {
  return new Response('To fix,Kind,Subject')
}

/** A response whose content stops coming. */
function stalled(signal: AbortSignal) {
  return brokenOff((stream) => signal.addEventListener('abort', () => stream.error(signal.reason)))
}

/** A response whose content ends with an error when `start` says so. */
function brokenOff(start: (stream: ReadableStreamDefaultController) => void) {
  return new Response(new ReadableStream({ start }))
}
