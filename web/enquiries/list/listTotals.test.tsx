import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ListedEnquiry } from '#contract/enquiries.ts'
import { toPage } from '#contract/paging.ts'
import { fakeApi, heldBack, ok, refusal } from '#web/test/fakeApi.ts'
import { fakeStream } from '#web/test/fakeStream.ts'
import { enquiry, uuid } from '#web/test/people.ts'
import { address, renderPage } from '#web/test/renderPage.tsx'
import { shownToasts } from '#web/test/toasts.ts'
// Loaded here, so that no test has to wait for them.
import '#web/enquiries/filters/FilterChips.tsx'

const many = Array.from({ length: 10 }, (_, index) => enquiry(10 - index))
const go = (to: string) => screen.findByRole('button', { name: `Go to ${to} page` })

test('a total that is only partly counted says so', async () => {
  const api = fakeApi({ enquiries: many })
  api.answer('GET /enquiry', () => ok(toPage(many, 10_000, { page: 1, limit: 25 }, { totalIsMore: true })))
  renderPage('/?unanswered=true', api)
  expect(await screen.findByText('1–10 of more than 10,000')).toBeVisible()
})

/** A search with many matches: its rows come with the total counted up to 100. */
function foundMuch() {
  const api = fakeApi({ enquiries: many })
  const whole = heldBack(ok(toPage(many.slice(0, 1), 2345, { page: 1, limit: 1 })))
  api.answer('GET /enquiry', ({ params }) => {
    if (params.limit === 1) return whole.responder()
    const more = { totalIsMore: true, nextCursor: 'behind' }
    const counted = Math.max(Number(params.countTo), Number(params.page) * 25)
    return ok(toPage(many, counted, { page: 1, limit: 25 }, more))
  })
  return { api, letGo: whole.letGo }
}

test('the rows of a search appear before its total is counted', async () => {
  const { api, letGo } = foundMuch()
  const { keys } = renderPage('/?search=x', api)
  expect(await screen.findByText('1–10 of more than 100')).toBeVisible()
  expect(await go('last')).toBeDisabled()
  letGo()
  expect(await screen.findByText('1–10 of 2,345')).toBeVisible()
  await keys.click(await go('last'))
  await waitFor(() => expect(address()).toBe('/?search=x&page=94'))
})

test('a counted total stays in view while the search is refetched, and is then counted again', async () => {
  const { api, letGo } = foundMuch()
  const stream = fakeStream()
  renderPage('/?search=x', api)
  await waitFor(() => expect(stream.streams.size).toBe(1))
  stream.tell('hello', { no: 5 })
  expect(await screen.findByText('1–10 of more than 100')).toBeVisible()
  letGo()
  expect(await screen.findByText('1–10 of 2,345')).toBeVisible()
  const before = api.sent('GET /enquiry').length
  const again = heldBack(ok(toPage(many, 100, { page: 1, limit: 25 }, { totalIsMore: true, nextCursor: 'behind' })))
  api.answer('GET /enquiry', ({ params }) =>
    params.limit === 1 ? ok(toPage(many.slice(0, 1), 2346, { page: 1, limit: 1 })) : again.responder(),
  )
  stream.tell('change', { no: 6, subject: 'enquiry', id: many[0]!._id, by: uuid(9) })
  await waitFor(() => expect(api.sent('GET /enquiry')).toHaveLength(before + 1))
  expect(screen.getByText('1–10 of 2,345')).toBeVisible()
  again.letGo()
  expect(await screen.findByText('1–10 of 2,346')).toBeVisible()
})

/** More rows than are counted: 403 pages of one row, the last three by cursor only. */
function endless() {
  const api = fakeApi({ enquiries: many })
  api.answer('GET /enquiry', ({ params }) => {
    const [page, cursor] = [Number(params.page), params.cursor as string | undefined]
    const docs = page > 400 && !cursor ? [] : [enquiry(page)]
    const more = { totalIsMore: true, nextCursor: page < 403 ? `behind-${page}` : null }
    return ok(toPage(docs, 10_000, { page, limit: 25, cursor }, more))
  })
  return api
}

test('pages beyond the counted rows are reached by cursor, forwards and back, and no last page is offered', async () => {
  const { keys } = renderPage('/?unanswered=true&page=400', endless())
  expect(await go('last')).toBeDisabled()
  for (const page of [401, 402, 403]) {
    await keys.click(await go('next'))
    await waitFor(() => expect(address()).toBe(`/?unanswered=true&cursor=behind-${page - 1}&page=${page}`))
    expect(await screen.findByText(`ENQ-000${page}`)).toBeVisible()
  }
  expect(await go('next')).toBeDisabled()
  await keys.click(await go('previous'))
  await waitFor(() => expect(address()).toBe('/?unanswered=true&cursor=behind-401&page=402'))
  await keys.click(await go('first'))
  await waitFor(() => expect(address()).toBe('/?unanswered=true'))
})

test('the way back from beyond the counted rows belongs to the same list, not to an earlier one', async () => {
  const { keys, router } = renderPage('/?unanswered=true&cursor=behind-400&page=401', endless())
  await keys.click(await go('next'))
  await waitFor(() => expect(address()).toBe('/?unanswered=true&cursor=behind-401&page=402'))
  await router.navigate('/?hasDocuments=true&cursor=other&page=402')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Remove the filter With documents' })).toBeVisible())
  await keys.click(await go('previous'))
  await waitFor(() => expect(address()).toBe('/?hasDocuments=true&page=400'))
})

test('a search with more matches than are counted says which of them it sorts', async () => {
  const api = fakeApi({ enquiries: many })
  api.answer('GET /enquiry', () => ok(toPage(many, 10_000, { page: 1, limit: 25 }, { totalIsMore: true })))
  const first = renderPage('/?search=x&sort=summery', api)
  expect(await screen.findByText('Only the newest 10,000 matches are sorted')).toBeVisible()
  first.close()
  renderPage('/?search=x', api)
  expect(await screen.findByText('1–10 of more than 10,000')).toBeVisible()
  expect(screen.queryByText(/Sorted among/)).toBeNull()
})

/** A stopped search: its first page has `rows`, and the next one is complete. */
function stopped(rows: ListedEnquiry[]) {
  const api = fakeApi({ enquiries: many })
  api.answer('GET /enquiry', ({ params }) => {
    const cursor = params.cursor as string | undefined
    if (cursor) return ok(toPage([enquiry(2)], rows.length + 1, { page: Number(params.page), limit: 25, cursor }))
    const page = toPage(rows, rows.length, { page: 1, limit: 25 }, { totalIsMore: true, nextCursor: 'behind' })
    return ok({ ...page, searchedBackTo: 'ENQ-000007' })
  })
  return api
}

test('a stopped search says how far it got and what to do, and continues from there', async () => {
  const { keys } = renderPage('/?search=x&enquiryStatus=onHold', stopped(many.slice(0, 3)))
  expect(await screen.findByText('1–3 of at least 3')).toBeVisible()
  const notice = screen.getByText(/stopped at ENQ-000007/)
  expect(notice).toHaveTextContent(
    'Older enquiries were not searched. To search them all, add a word or remove a filter.',
  )
  expect(await go('last')).toBeDisabled()
  await keys.click(screen.getByRole('button', { name: 'Search older enquiries' }))
  await waitFor(() => expect(address()).toContain('cursor=behind&page=2'))
  await waitFor(() => expect(notice).not.toBeInTheDocument())
})

test('a search that stopped before its first match does not claim that there is none', async () => {
  const { keys } = renderPage('/?search=x&enquiryStatus=onHold', stopped([]))
  expect(await screen.findByRole('heading', { name: 'Nothing found so far' })).toBeVisible()
  expect(screen.queryByText(/No enquiries match/)).not.toBeInTheDocument()
  await keys.click(screen.getByRole('button', { name: 'Search older enquiries' }))
  expect(await screen.findByText('1–1 of 1')).toBeVisible()
})

test('totals that could not be loaded are marked once, in the list, below a toast with the reason, and fetched again with it [S8.1] [D8.2]', async () => {
  const api = fakeApi({ enquiries: many })
  api.answer('GET /enquiry/summary', () => refusal(500, 'internal', 'Something went wrong'))
  const { keys } = renderPage('/', api)
  expect(await screen.findByText('ENQ-000010')).toBeVisible()
  expect(await screen.findByText('The totals could not be loaded')).toBeVisible()
  expect(shownToasts()).toEqual(['Something went wrong'])
  api.restore('GET /enquiry/summary')
  await keys.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('tab', { name: 'All 10' })).toBeVisible()
  expect(screen.queryByText('The totals could not be loaded')).toBeNull()
})
