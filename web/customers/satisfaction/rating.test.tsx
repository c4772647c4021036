import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Satisfaction } from '#contract/customers/satisfaction.ts'
import type { CustomerThread } from '#contract/customers/thread.ts'
import { fakeApi, heldBack, ok, unreachable, type FakeApi } from '#web/test/fakeApi.ts'
import { customerMessage, customerThread } from '#web/test/fakeCustomerPage.ts'
import { address, renderPage } from '#web/test/renderPage.tsx'

const path = '/t'
const token = '#thetokenofalink0000000'
const unrated: Satisfaction = { rating: null, comment: '', canRate: true }
const rated: Satisfaction = { rating: 4, comment: 'Quick and kind', canRate: true }

const scrolledTo = vi.fn<(this: Element) => void>()

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  scrolledTo.mockReset()
  window.HTMLElement.prototype.scrollIntoView = scrolledTo
})

function open(satisfaction: Satisfaction | null, query = '', thread: Partial<CustomerThread> = {}) {
  const api = fakeApi({
    customerThread: customerThread({ status: 'closed', messages: [customerMessage(1)], satisfaction, ...thread }),
  })
  return { api, page: renderPage(`${path}${query}${token}`, api, { session: null }) }
}

const question = () => screen.findByRole('radiogroup', { name: 'How satisfied are you with our help?' })
const choice = (name: string) => screen.getByRole('radio', { name })
const comment = () => screen.getByRole('textbox', { name: 'Comment (optional)' })
const save = () => screen.getByRole('button', { name: 'Save' })
const thanks = () => screen.findByRole('region', { name: 'Thank you for your rating.' })

function saved({ sent }: FakeApi) {
  return sent('PUT /customer/rating').map(({ body }) => body)
}

test('the page asks for one of five ratings only where the customer is asked [D11.7]', async () => {
  const { page } = open(null)
  await screen.findByText('Where is my lamp?')
  expect(screen.queryByRole('radiogroup')).toBeNull()
  page.close()
  open(unrated)
  const names = within(await question())
    .getAllByRole('radio')
    .map((each) => each.getAttribute('aria-label'))
  expect(names).toEqual([
    '1 – very dissatisfied',
    '2 – dissatisfied',
    '3 – neutral',
    '4 – satisfied',
    '5 – very satisfied',
  ])
  expect(screen.queryByRole('radio', { checked: true })).toBeNull()
  expect(scrolledTo).not.toHaveBeenCalled()
})

test('a link chooses the rating and leads to it, and only the button saves it [D11.7]', async () => {
  const { api, page } = open(unrated, '?rating=4')
  await question()
  expect(choice('4 – satisfied')).toBeChecked()
  expect(choice('4 – satisfied')).toHaveFocus()
  // An effect scrolls, which React runs after the question is there.
  await waitFor(() => expect(scrolledTo).toHaveBeenCalledOnce())
  expect(saved(api)).toEqual([])
  await page.keys.click(save())
  expect(await thanks()).toHaveTextContent('4 – satisfied')
  expect(saved(api)).toEqual([{ rating: 4, comment: '' }])
  expect(api.sent('PUT /customer/rating')[0]!.headers.Authorization).toBe('Customer thetokenofalink0000000')
  await waitFor(() => expect(address()).toBe(path))
  expect(window.location.hash).toBe(token)
})

test.each(['?rating=9', '?rating=', '?rating=4.0', '?rating=good'])('%s chooses nothing [D11.7]', async (query) => {
  open(unrated, query)
  await question()
  expect(screen.queryByRole('radio', { checked: true })).toBeNull()
  expect(scrolledTo).not.toHaveBeenCalled()
})

test('the arrow keys choose, and the rating is saved with the comment and announced [D11.7]', async () => {
  const { api, page } = open(unrated)
  const held = heldBack(ok({ rating: 3, comment: 'Slow but kind', canRate: true }))
  api.answer('PUT /customer/rating', held.responder)
  await question()
  await page.keys.click(choice('1 – very dissatisfied'))
  await page.keys.keyboard('{ArrowDown}{ArrowRight}')
  expect(choice('3 – neutral')).toBeChecked()
  await page.keys.type(comment(), ' Slow but kind ')
  await page.keys.click(save())
  const card = screen.getByRole('region', { name: 'How satisfied are you with our help?' })
  expect(within(card).getByRole('status')).toHaveTextContent('Saving …')
  api.world.customerThread.satisfaction = { rating: 3, comment: 'Slow but kind', canRate: true }
  held.letGo()
  expect(await thanks()).toHaveTextContent('Slow but kind')
  expect(within(await thanks()).getByRole('status')).toHaveTextContent('Thank you for your rating.')
  expect(saved(api)).toEqual([{ rating: 3, comment: 'Slow but kind' }])
  expect(screen.getByRole('button', { name: 'Change' })).toHaveFocus()
})

test('a saved rating is changed, or kept by cancelling [D11.7]', async () => {
  const { api, page } = open(rated)
  await thanks()
  await page.keys.click(screen.getByRole('button', { name: 'Change' }))
  expect(choice('4 – satisfied')).toHaveFocus()
  await page.keys.clear(comment())
  await page.keys.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await thanks()).toHaveTextContent('Quick and kind')
  await page.keys.click(screen.getByRole('button', { name: 'Change' }))
  expect(comment()).toHaveValue('Quick and kind')
  await page.keys.clear(comment())
  await page.keys.click(choice('5 – very satisfied'))
  await page.keys.click(save())
  expect(await thanks()).toHaveTextContent('5 – very satisfied')
  expect(saved(api)).toEqual([{ rating: 5, comment: '' }])
})

test('without a rating the button says what is missing [D11.7]', async () => {
  const { api, page } = open(unrated)
  await question()
  await page.keys.click(save())
  expect(await screen.findByText('Choose a rating from 1 to 5.')).toBeVisible()
  expect(saved(api)).toEqual([])
  await page.keys.click(choice('2 – dissatisfied'))
  expect(screen.queryByText('Choose a rating from 1 to 5.')).toBeNull()
})

test('a rating that could not be saved stays, survives a reload, and is saved with the next try [D11.7]', async () => {
  const { api, page } = open(unrated, '?rating=2')
  api.answer('PUT /customer/rating', unreachable)
  await question()
  await page.keys.type(comment(), 'Too late')
  await page.keys.click(save())
  expect(await screen.findByText('Your rating was not saved. Please try again.')).toBeVisible()
  expect(address()).toBe(`${path}?rating=2`)
  page.close()
  const again = renderPage(`${path}?rating=2${token}`, api, { session: null })
  await question()
  expect(comment()).toHaveValue('Too late')
  api.restore('PUT /customer/rating')
  await again.keys.click(save())
  expect(await thanks()).toHaveTextContent('Too late')
  expect(saved(api).at(-1)).toEqual({ rating: 2, comment: 'Too late' })
})

test('an old rating is only shown, and a blocked customer is not asked [D11.7]', async () => {
  const { page } = open({ ...rated, canRate: false }, '?rating=1')
  expect(await thanks()).toHaveTextContent('4 – satisfied')
  expect(screen.queryByRole('button', { name: 'Change' })).toBeNull()
  expect(screen.queryByRole('radio')).toBeNull()
  page.close()
  open({ ...unrated, canRate: false }, '', { canReply: false })
  await screen.findByText('Where is my lamp?')
  expect(screen.queryByRole('radiogroup')).toBeNull()
})
