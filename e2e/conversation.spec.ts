import { expect, type Browser, type Locator, type Page } from '@playwright/test'
import { test } from './support/journey.ts'
import { join, registerOwner, signIn } from './support/people.ts'

const windows = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
]

const question = 'Which lorry brings it?'
const reply = 'The one on Thursday.'

/** A member who has asked a question, an agent who has answered it, and two more questions. */
async function answeredEnquiry(browser: Browser) {
  const api = (await browser.newContext()).request
  const owner = await registerOwner(api)
  const customer = await join(api, owner, 'member', 'Clara Customer')
  const host = await join(api, owner, 'agent', 'Hanna Host')
  const send = async ({ accessToken }: typeof owner, path: string, data: object) => {
    const response = await api.post(`/api/${path}`, { headers: { authorization: `Bearer ${accessToken}` }, data })
    expect([path, response.ok()]).toEqual([path, true])
    return (await response.json()).data
  }
  const raise = (summery: string) =>
    send(customer, 'enquiry', { enquiryType: 'Delivery', summery, description: question })
  const { _id } = await raise('A crate is late')
  await send(host, 'chat', { enquiry: _id, side: 'host', message: reply })
  await raise('A lamp flickers')
  await raise('A chair is broken')
  return { customer, host, id: String(_id) }
}

test('the question and the reply are on one screen, in both seats, at every width [D10.3] [D10.4]', async ({
  browser,
}) => {
  const { customer, host, id } = await answeredEnquiry(browser)
  const theirs = await signIn(browser, customer)
  const desk = await signIn(browser, host)
  for (const size of windows) {
    for (const page of [theirs, desk]) await page.setViewportSize(size)
    for (const [page, path] of [
      [theirs, `/chats/${id}`],
      [theirs, `/enquiry/${id}`],
      [desk, `/desk/${id}`],
      [desk, `/enquiry/${id}`],
    ] as const) {
      await page.goto(path)
      if (path.startsWith('/enquiry') && size.width < 1200) {
        await page.getByRole('tab', { name: /^Conversation/ }).click()
      }
      const thread = page.getByRole('log')
      await expect(thread.getByText(reply), `${path}, ${size.width} px`).toBeInViewport({ ratio: 1 })
      await expect(thread.getByText(question), `${path}, ${size.width} px`).toBeInViewport({ ratio: 1 })
    }
  }
})

test('in a window of 1920 px the other enquiries of the requester and the history are beside the fields [D10.4]', async ({
  browser,
}) => {
  const { host, id } = await answeredEnquiry(browser)
  const page = await signIn(browser, host, { viewport: { width: 1920, height: 1080 } })
  await page.goto(`/enquiry/${id}`)
  const history = page.getByRole('button', { name: 'History' })
  for (const shown of [page.getByRole('heading', { name: 'Also from Clara Customer' }), history])
    await expect(shown).toBeInViewport({ ratio: 1 })
  const [fields, beside] = [await page.getByLabel('Enquiry ID').boundingBox(), await history.boundingBox()]
  expect(beside!.x).toBeGreaterThan(fields!.x + fields!.width)
})

test('the disabled fields of an enquiry have a contrast of at least 7:1, in both colour modes [D10.4]', async ({
  browser,
}) => {
  const { customer, id } = await answeredEnquiry(browser)
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await signIn(browser, customer, { path: `/enquiry/${id}`, colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-color-scheme', colorScheme)
    for (const label of ['Enquiry ID', 'Summary', 'Description']) {
      expect(await contrastOf(page.getByLabel(label, { exact: true })), `${label}, ${colorScheme}`).toBeGreaterThan(7)
    }
  }
})

/** The contrast of a field's text with the card it is on (WCAG 2.2, contrast ratio). */
async function contrastOf(field: Locator) {
  const colors = await field.evaluate((input) => {
    const pixel = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d')!
    const card = getComputedStyle(input.closest('.MuiCard-root')!).backgroundColor
    return [getComputedStyle(input).webkitTextFillColor, card].map((color) => {
      pixel.fillStyle = color
      pixel.fillRect(0, 0, 1, 1)
      return [...pixel.getImageData(0, 0, 1, 1).data]
    })
  })
  const [darker, lighter] = colors.map(luminanceOf).toSorted((one, other) => one - other) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

function luminanceOf(color: number[]) {
  const [red, green, blue] = color.map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test('reply, close and move on is one key, and the status of the enquiry screen leads to its selector [S2.11] [S2.14] [D10.8]', async ({
  browser,
}) => {
  const { host, id } = await answeredEnquiry(browser)
  const page = await signIn(browser, host, { path: '/desk' })
  await page.getByRole('link', { name: /A lamp flickers/ }).click()
  await page.getByRole('textbox', { name: 'Reply' }).fill('Done')
  await chooseClosing(page)
  await expect(page.getByRole('heading', { name: 'ENQ-000003' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Reply' })).toBeFocused()
  await page.keyboard.type('Done, too')
  await page.keyboard.press('Control+Enter')
  // The text stays in the box until the server has it.
  await expect(page.getByRole('textbox', { name: 'Reply' })).toHaveValue('')
  await page.goto('/?enquiryStatus=closed')
  await expect(page.getByRole('tab', { name: 'Closed 2' })).toBeVisible()

  await page.goto(`/enquiry/${id}`)
  await page.getByRole('button', { name: 'Status: Open' }).click()
  await page.getByRole('option', { name: 'On hold' }).click()
  await expect(page.getByRole('combobox', { name: 'Status' })).toBeFocused()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('tab', { name: 'On hold 1' })).toBeVisible()
})

/** Once. Then the key does the same. */
async function chooseClosing(page: Page) {
  await page.getByRole('button', { name: 'More ways to send' }).click()
  await page.getByRole('menuitemradio', { name: 'Send and close' }).click()
}
