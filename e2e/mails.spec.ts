import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { SMTPServer } from 'smtp-server'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { test } from './support/journey.ts'
import { password } from './support/people.ts'
import { newFolder, removeFolders, Server } from './support/server.ts'

test.afterAll(removeFolders)

/** Starts a mail server that keeps the mails it receives. */
async function mailServer() {
  const received: { to: string; text: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, { envelope }, done) {
      let content = ''
      stream.on('data', (chunk: Buffer) => (content += chunk.toString()))
      stream.on('end', () => {
        const text = content.replaceAll('=\r\n', '').replaceAll('=3D', '=')
        for (const { address } of envelope.rcptTo) received.push({ to: address, text })
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return { server, port, received }
}

type Mails = Awaited<ReturnType<typeof mailServer>>['received']

/** Waits for the mail with this subject, and returns its link. */
async function linkTo(received: Mails, address: string, subject: string) {
  const find = () => received.find(({ to, text }) => to === address && text.includes(`Subject: ${subject}`))
  await expect.poll(find, { timeout: 60_000 }).toBeDefined()
  return /http:\S+\/email\?token=[\w.-]+/.exec(find()!.text)![0]
}

async function register(page: Page, email: string) {
  await page.getByLabel('Company name').fill('Acme Tools Ltd')
  await page.getByLabel('Your name').fill('Olivia Owner')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
}

async function openLink(context: BrowserContext, link: string, button: string, done: string) {
  const tab = await context.newPage()
  await tab.goto(link)
  await tab.getByRole('button', { name: button }).click()
  await expect(tab.getByRole('heading', { name: done })).toBeFocused()
}

test('a person confirms an address by mail, and the holder of the old address undoes a change [D12.3]', async ({
  browser,
}) => {
  const { server: smtp, port, received } = await mailServer()
  const ownPort = await freePort()
  const baseURL = `http://localhost:${ownPort}`
  const settings = { PORT: String(ownPort), PUBLIC_URL: baseURL, SMTP_URL: `smtp://127.0.0.1:${port}` }
  const server = new Server(await newFolder(), settings)
  await server.address()

  const page = await (await browser.newContext({ baseURL })).newPage()
  await page.goto('/register')
  await register(page, 'olivia@acme.test')
  const banner = page.getByRole('region', { name: 'Email confirmation' })
  await expect(banner).toContainText('We sent a link to olivia@acme.test')
  const confirmation = await linkTo(received, 'olivia@acme.test', 'Confirm your email address')
  await openLink(page.context(), confirmation, 'Confirm address', 'Your email address is confirmed')
  // A live event hides it, without a reload.
  await expect(banner).toBeHidden()

  await page.goto('/profile')
  await page.getByLabel('Email address').fill('thief@elsewhere.test')
  await page.getByRole('button', { name: 'Save changes' }).first().click()
  await expect(banner).toContainText('We sent a link to thief@elsewhere.test')
  const undo = await linkTo(received, 'olivia@acme.test', 'Your email address on Enquiry Desk was changed')
  // In another browser: where the session ends, the page leads to the sign-in at once.
  const holder = await browser.newContext({ baseURL })
  await openLink(holder, undo, 'Change it back', 'Your old email address is restored')
  await expect(page).toHaveURL('/login')

  await server.end('SIGTERM')
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
})
