import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { ImportReport } from '#contract/csv.ts'
import { fakeApi, heldBack, ok, refusal } from '#web/test/fakeApi.ts'
import { enquiry, person } from '#web/test/people.ts'
import { renderPage } from '#web/test/renderPage.tsx'
import { shownToasts } from '#web/test/toasts.ts'
// Loaded here, so that no test has to wait for them.
import './Exporting.tsx'
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
  await keys.click(await screen.findByRole('button', { name: 'Files' }))
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

test('the rows that need fixing are saved as a file, and the others are imported', async () => {
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

test('a file that is not CSV says why, and another can be chosen [D8.3]', async () => {
  const api = fakeApi({ enquiries })
  const message = 'This is not a CSV file. Save the table as “CSV UTF-8” and try again'
  api.answer('POST /enquiry/import', () => refusal(415, 'unsupported-type', message))
  const { keys } = renderPage('/', api)
  const dialog = await pick(keys, new File(['\u0089PNG'], 'photo.png'))
  expect(await dialog.findByText(message)).toBeVisible()
  api.answer('POST /enquiry/import', () => ok(report()))
  fireEvent.change(dialog.getByLabelText('CSV file'), { target: { files: [csv] } })
  expect(await dialog.findByText('2 rows ready to import.')).toBeVisible()
  expect(dialog.queryByText(message)).toBeNull()
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

function savedFiles() {
  const saved: Blob[] = []
  const createObjectURL = (blob: Blob) => {
    saved.push(blob)
    return 'blob:'
  }
  Object.assign(URL, { createObjectURL, revokeObjectURL: () => {} })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  return { saved }
}

/** Responds to the request for the rows that need fixing. */
function fakeRefusedRows() {
  const asked: [url: string, body: unknown][] = []
  const fetchOthers = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, request: RequestInit) => {
    if (!url.startsWith('/api/enquiry/import/refused')) return fetchOthers(url, request)
    asked.push([url, request.body])
    return new Response('To fix,Kind,Subject')
  })
  return { ...savedFiles(), asked }
}

/** Responds to the export in pieces, the last one on `letGo`. */
function fakeFile(lines: string[]) {
  const gate = new EventTarget()
  const asked: { url: string; body: unknown }[] = []
  const fetchOthers = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, request: RequestInit) => {
    if (!url.startsWith('/api/enquiry/export')) return fetchOthers(url, request)
    const { body, signal } = request
    asked.push({ url, body: typeof body === 'string' ? JSON.parse(body) : undefined })
    const pieces = new ReadableStream<Uint8Array>({
      start(stream) {
        stream.enqueue(new TextEncoder().encode(lines.slice(0, 2).join('')))
        signal?.addEventListener('abort', () => stream.error(signal.reason))
        gate.addEventListener('open', () => {
          stream.enqueue(new TextEncoder().encode(lines.slice(2).join('')))
          stream.close()
        })
      },
    })
    const headers = { 'x-total-docs': '2', 'content-disposition': 'attachment; filename="enquiries-2026-11-21.csv"' }
    return new Response(pieces, { headers })
  })
  return { ...savedFiles(), asked, letGo: () => gate.dispatchEvent(new Event('open')) }
}

test('the current view is exported, with progress, under the name the server gives', async () => {
  const file = fakeFile(['Enquiry ID\r\n', 'ENQ-000002\r\n', 'ENQ-000001\r\n'])
  const { keys } = renderPage('/?sort=enquiryId&enquiryStatus=open', fakeApi({ enquiries }))
  await choose(keys, 'Export this view as CSV')
  expect(await screen.findByText('Exporting: 1 of 2')).toBeVisible()
  file.letGo()
  await waitFor(() => expect(file.saved).toHaveLength(1))
  expect(shownToasts()).toContain('2 enquiries exported')
  expect(file.asked.at(-1)?.url).toBe('/api/enquiry/export?enquiryStatus=open&sort=enquiryId')
  expect(file.saved[0]?.size).toBe(36)
  await waitFor(() => expect(screen.queryByText(/Exporting/)).toBeNull())
})

test('selected enquiries are exported by their ids, and an export can be cancelled', async () => {
  const file = fakeFile(['Enquiry ID\r\n', '', 'ENQ-000002\r\n'])
  const { keys } = renderPage('/', fakeApi({ enquiries, user: person('viewer') }))
  await keys.click(await screen.findByRole('checkbox', { name: 'Select ENQ-000002' }))
  const bar = await screen.findByRole('region', { name: 'Selected enquiries' })
  await keys.click(within(bar).getByRole('button', { name: 'Export' }))
  expect(await screen.findByText('Exporting: 0 of 1')).toBeVisible()
  expect(file.asked.at(-1)).toEqual({ url: '/api/enquiry/export', body: { ids: [enquiry(2)._id] } })
  await keys.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByText(/Exporting/)).toBeNull())
  expect(file.saved).toHaveLength(0)
  expect(shownToasts()).toEqual([])
})

test('a viewer is offered no import [D6.2]', async () => {
  const { keys } = renderPage('/', fakeApi({ enquiries, user: person('viewer') }))
  await keys.click(await screen.findByRole('button', { name: 'Files' }))
  expect(await screen.findByRole('menuitem', { name: 'Export this view as CSV' })).toBeVisible()
  expect(screen.queryByRole('menuitem', { name: 'Import from CSV…' })).toBeNull()
})
