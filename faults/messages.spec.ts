import { type Browser, expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import type { Thread } from '#contract/chat.ts'
import { Cluster } from './cluster.ts'
import { makePeople, type Person } from './people.ts'
import { openBrowser, signIn } from './screens.ts'
import { Ledger, raiseEnquiry, writeMessage } from './writers.ts'

/** The largest file that the second server can write, which simulates a full disk. */
const fileKilobytes = 100

let cluster: Cluster

test.beforeAll(async () => {
  cluster = await Cluster.start('test-results/faults/messages', '', fileKilobytes)
})

test.afterEach(({ browser }) => Promise.all(browser.contexts().map((context) => context.close())))

test.afterAll(() => cluster.stop())

function origin(server: 0 | 1 = 0) {
  return `http://localhost:${cluster.servers[server].port}`
}

/** Opens a browser on the thread of a new enquiry. */
async function openThread(browser: Browser) {
  const [person, other] = await makePeople(origin, 2, AbortSignal.timeout(250_000))
  const enquiry = await raiseEnquiry(person!, 'Kept', new Ledger())
  const page = await openBrowser(browser, origin(), person!)
  await page.goto(`/chats/${enquiry}`)
  const box = page.getByPlaceholder('Write a comment...')
  await box.waitFor()
  return { person: person!, other: other!, enquiry, page, box }
}

async function textsOf(person: Person, enquiry: string) {
  const { data } = await person.insist<Thread>({ path: `/chat?enquiryId=${enquiry}` })
  return data.docs.map(({ message }) => message)
}

function send(page: Page) {
  return page.getByRole('button', { name: 'Send Comment' }).click()
}

test('if a session ends while someone types, they sign in again and find their text [D4.3] [D8.2]', async ({
  browser,
}) => {
  const { person, enquiry, page, box } = await openThread(browser)
  await box.fill('Half a thought')
  await endSessions(person)
  await expect(page).toHaveURL('/login')
  await expect(page.getByText(/session has ended/i).first()).toBeVisible()
  await signIn(page, person)
  await expect(box).toHaveValue('Half a thought')

  await page.route('**/api/chat', (route) => route.abort())
  await box.fill('A whole thought')
  await send(page)
  await expect(page.getByText('kept on this device')).toBeVisible()
  await endSessions(person)
  await page.unroute('**/api/chat')
  await expect(page).toHaveURL('/login')
  await signIn(page, person)
  await expect(page.getByRole('log').getByText('A whole thought')).toBeVisible()
  await expect.poll(() => textsOf(person, enquiry)).toEqual(['A whole thought'])
})

async function endSessions({ user }: Person) {
  const sql = cluster.database()
  await sql`delete from session where user_id = ${user._id}`
  await sql.end()
}

test('while the database disk is full, a comment stays visible with the reason, and is sent once later [D8.2]', async ({
  browser,
}) => {
  const { person, enquiry, page, box } = await openThread(browser)
  const sql = cluster.database()
  await sql.unsafe(`
    create function refuse() returns trigger as $$ begin raise exception 'no space' using errcode = '53100'; end $$ language plpgsql;
    create trigger refusal before insert on message execute function refuse()`)
  await box.fill('Kept although the disk is full')
  await send(page)
  await expect(page.getByText(/disk is full.*kept on this device/)).toBeVisible()
  await expect(page.getByRole('log').getByText('Kept although the disk is full')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('log').getByText('Kept although the disk is full')).toBeVisible()
  await sql`drop trigger refusal on message`
  await sql.end()
  await expect(async () => {
    await page
      .getByRole('button', { name: 'Try again' })
      .click({ timeout: 2000 })
      .catch(() => {})
    expect(await textsOf(person, enquiry)).toEqual(['Kept although the disk is full'])
  }).toPass()
})

test('a file that does not fit on the disk is refused with the reason, and the form keeps its contents [D5.2] [D8.2]', async ({
  browser,
}) => {
  test.skip(process.platform === 'win32', 'Windows cannot limit the size of files')
  const [person] = await makePeople(() => origin(1), 1, AbortSignal.timeout(250_000))
  const page = await openBrowser(browser, origin(1), person!)
  await page.goto('/enquiry/AddEnquiry')
  await page.getByLabel('Enquiry Type').fill('Damaged goods')
  await page.getByLabel('Summary').fill('A long story')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Add Document' }).click(),
  ])
  await chooser.setFiles([{ name: 'large.png', mimeType: 'image/png', buffer: await noise() }])
  await page.getByText('1 of 5 documents').waitFor()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText(/^The server’s disk is full/).first()).toBeVisible()
  await expect(page.getByLabel('Enquiry Type')).toHaveValue('Damaged goods')
  await expect(page.getByLabel('Summary')).toHaveValue('A long story')
  await expect(page.getByText('1 of 5 documents')).toBeVisible()
})

/** A picture that does not compress well. */
function noise() {
  return sharp({
    create: {
      width: 800,
      height: 600,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', sigma: 60, mean: 128 },
    },
  })
    .png()
    .toBuffer()
}

test('while the database restarts, a comment waits, says so, and is then sent once automatically [D8.2]', async ({
  browser,
}) => {
  const { person, enquiry, page, box } = await openThread(browser)
  const unblock = await cluster.blockDatabase()
  await box.fill('Written while the database was away')
  await send(page)
  await expect(page.getByText('kept on this device')).toBeVisible()
  await box.fill('And half a thought more')
  await unblock()
  await cluster.ready()
  await expect
    .poll(() => textsOf(person, enquiry), { timeout: 120_000 })
    .toEqual(['Written while the database was away'])
  await expect(page.getByText('kept on this device')).toBeHidden()
  await expect(box).toHaveValue('And half a thought more')
})

for (const [name, hours] of [
  ['fast', 1],
  ['slow', -1],
] as const) {
  test(`a clock that is an hour ${name} signs nobody out and loses no message [D9.1]`, async ({ browser }) => {
    const [person] = await makePeople(origin, 1, AbortSignal.timeout(250_000))
    const enquiry = await raiseEnquiry(person!, 'Clock', new Ledger())
    const context = await browser.newContext({ baseURL: origin() })
    await context.clock.install({ time: Date.now() + hours * 3600_000 })
    const renewals: string[] = []
    context.on('request', (request) => void (request.url().endsWith('/auth/refresh') && renewals.push(request.url())))
    const page = await context.newPage()
    await page.goto('/login')
    await signIn(page, person!)
    await page.getByRole('heading', { name: 'Enquiries', exact: true }).waitFor()
    await page.goto(`/chats/${enquiry}`)
    const box = page.getByPlaceholder('Write a comment...')
    for (const text of ['First', 'Second']) {
      await box.fill(text)
      await page.reload()
      await expect(box).toHaveValue(text)
      await send(page)
      await expect(page.getByRole('log').getByText(text)).toBeVisible()
      await page.reload()
    }
    await expect.poll(() => textsOf(person!, enquiry)).toEqual(['First', 'Second'])
    await expect(page).toHaveURL(`/chats/${enquiry}`)
    await expect(page.getByText(/Reconnecting|session has ended/)).toHaveCount(0)
    // Each of the six loads may renew once. A page that takes its tokens for old ones would renew with each request.
    expect(renewals.length).toBeLessThanOrEqual(6)
  })
}

test('after a day asleep, a page keeps the draft, sends its message once and shows new ones [S9.12] [D9.1]', async ({
  browser,
}) => {
  const [person, other] = await makePeople(origin, 2, AbortSignal.timeout(250_000))
  const ledger = new Ledger()
  const enquiry = await raiseEnquiry(person!, 'Asleep', ledger)
  const context = await browser.newContext({ baseURL: origin() })
  await context.clock.install()
  const page = await context.newPage()
  await page.goto('/login')
  await signIn(page, person!)
  await page.getByRole('heading', { name: 'Enquiries', exact: true }).waitFor()
  await page.goto(`/chats/${enquiry}`)
  const box = page.getByPlaceholder('Write a comment...')
  await box.waitFor()

  await context.setOffline(true)
  await box.fill('Sent as the lid was closed')
  await send(page)
  await expect(page.getByText('kept on this device')).toBeVisible()
  await box.fill('Half a thought')
  const devTools = await context.newCDPSession(page)
  await devTools.send('Page.setWebLifecycleState', { state: 'frozen' })
  await writeMessage(other!, enquiry, 'Written overnight', ledger)
  await devTools.send('Page.setWebLifecycleState', { state: 'active' })
  await context.clock.fastForward('24:00:00')
  await context.setOffline(false)

  await expect(page.getByRole('log').getByText('Written overnight')).toBeVisible()
  await expect
    .poll(() => textsOf(person!, enquiry), { timeout: 120_000 })
    .toEqual(['Written overnight', 'Sent as the lid was closed'])
  await expect(box).toHaveValue('Half a thought')
  await expect(page).toHaveURL(`/chats/${enquiry}`)
})
