import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeApi } from '#web/test/fakeApi.ts'
import { enquiry, person } from '#web/test/people.ts'
import { renderPage } from '#web/test/renderPage.tsx'
import { savedFiles } from '#web/test/savedFiles.ts'
import { shownToasts } from '#web/test/toasts.ts'
// Loaded here, so that no test has to wait for them.
import './Exporting.tsx'
import './CsvMenu.tsx'

const enquiries = [enquiry(2), enquiry(1)]

async function choose(keys: ReturnType<typeof renderPage>['keys'], name: string) {
  await keys.click(await screen.findByRole('button', { name: 'Import and export' }))
  await keys.click(await screen.findByRole('menuitem', { name }))
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

test('an export asks for the password if the sign-in was long ago, and then begins', async () => {
  const api = fakeApi({ enquiries })
  const file = fakeFile(['Enquiry ID\r\n', 'ENQ-000002\r\n', 'ENQ-000001\r\n'])
  const fetchFile = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, request: RequestInit) => {
    const isRefused = url.startsWith('/api/enquiry/export') && api.sent('POST /auth/reauthenticate').length === 0
    const refused = { code: 'password-required', message: 'Enter your password to continue' }
    return isRefused ? Response.json(refused, { status: 403 }) : fetchFile(url, request)
  })
  const { keys } = renderPage('/', api)
  await choose(keys, 'Export this view as CSV')
  const question = within(await screen.findByRole('dialog', { name: 'Enter your password to continue' }))
  await keys.type(question.getByLabelText('Password'), 'correct horse{Enter}')
  expect(await screen.findByText('Exporting: 1 of 2')).toBeVisible()
  file.letGo()
  await waitFor(() => expect(file.saved).toHaveLength(1))
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
