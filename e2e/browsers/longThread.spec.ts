import { expect } from '@playwright/test'
import { registerOwner } from '#e2e/support/people.ts'
import type { Browser } from './browser.ts'
import { engines, test } from './engines.ts'
import type { Person } from './person.ts'

const comments = 120

for (const engine of engines) {
  test.describe(engine.name, () => {
    test.use({ engine })
    test(`each PageUp moves a long thread by most of a page, and End to its end, in ${engine.name}`, async ({
      person,
      request,
    }) => {
      const owner = await registerOwner(request)
      const headers = { authorization: `Bearer ${owner.accessToken}` }
      const raised = await request.post('/api/enquiry', { headers, data: { enquiryType: 'Long' } })
      const enquiry: string = (await raised.json()).data._id
      for (let number = 1; number <= comments; number++) {
        const message = `Comment number ${number}. ${'Word '.repeat((number * 37) % 90)}`
        await request.post('/api/chat', { headers, data: { enquiry, side: 'customer', message } })
      }
      await person.browser.resize({ width: 1440, height: 800 })
      await person.signIn(owner)
      await person.open(`/chats/${enquiry}`)
      await person.sees(`Comment number ${comments}.`)
      await focusThread(person)
      for (let press = 0; press < 15; press++) await pageUp(person)
      await end(person)
    })
  })
}

/** A click while the page is still being laid out may miss the thread. */
async function focusThread({ browser }: Person) {
  await atRest(browser)
  await browser.click(await browser.run(edgeOfThread))
  await expect.poll(() => browser.run(hasFocus), { message: 'the focus in the thread' }).toBe(true)
}

async function pageUp({ browser }: Person) {
  const { height, places } = await atRest(browser)
  const [text, top] = places.find((place) => place[1] >= 0)!
  await browser.press('PageUp')
  const moved = async () => (new Map((await browser.run(placesInThread)).places).get(text) ?? top) - top
  // Browsers move by 80 to 90 % of the height.
  const soon = { message: 'the movement of a comment', intervals: [50], timeout: 20_000 }
  await expect.poll(moved, soon).toBeGreaterThan(0.6 * height)
}

async function end({ browser }: Person) {
  const isInView = async () => {
    const { height, places } = await browser.run(placesInThread)
    return places.some(([text, top]) => text.startsWith(`Comment number ${comments}.`) && top < height)
  }
  expect(await isInView()).toBe(false)
  await browser.press('End')
  await expect.poll(isInView, { message: 'the last comment in view' }).toBe(true)
}

/** The thread, once five looks in a row have found each text at the same place. */
async function atRest(browser: Browser) {
  let [last, equal] = ['', 0]
  const look = async () => {
    const before = last
    last = JSON.stringify(await browser.run(placesInThread))
    equal = last === before ? equal + 1 : 1
    return equal
  }
  await expect.poll(look, { message: 'the thread at rest', intervals: [50] }).toBeGreaterThanOrEqual(5)
  return JSON.parse(last) as ReturnType<typeof placesInThread>
}

/** Runs in the page. A point of the thread that has no text. */
function edgeOfThread() {
  const { left, top, height } = document.querySelector('[role=log]')!.getBoundingClientRect()
  return { x: Math.round(left + 8), y: Math.round(top + height / 2) }
}

/** Runs in the page. */
function hasFocus() {
  return document.activeElement === document.querySelector('[role=log]')
}

/** Runs in the page. The height of the thread, and the place of each of its texts, from the top of the thread. */
function placesInThread() {
  const thread = document.querySelector('[role=log]')!
  const { top } = thread.getBoundingClientRect()
  const places = Array.from(thread.querySelectorAll('li p'), (text): [string, number] => [
    text.textContent,
    text.getBoundingClientRect().top - top,
  ])
  return { height: thread.clientHeight, places: places.filter(([text]) => text.startsWith('Comment number')) }
}
