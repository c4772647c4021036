import { readdir, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { test } from '#e2e/support/journey.ts'
import { registerOwner, signIn } from '#e2e/support/people.ts'
import { newFolder, removeFolders, Server } from '#e2e/support/server.ts'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'

test.afterAll(removeFolders)

interface CaughtMail {
  to: string
  subject: string
  text: string
}

/** Presses the button behind the link that confirms the address. */
async function confirmAddress(page: Page, address: string) {
  const links = async () => {
    const mails: CaughtMail[] = await (await page.request.get('/dev/mails.json')).json()
    const mine = mails.filter(
      ({ to, subject }) => to.includes(address) && subject.startsWith('Confirm your email address'),
    )
    return mine.map(({ text }) => /http:\S+\/email\?token=[\w.-]+/.exec(text)![0])
  }
  await expect.poll(links).toHaveLength(1)
  await page.goto((await links())[0]!)
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await page.getByRole('heading', { name: 'Your email address is confirmed' }).waitFor()
}

test('an operator makes, verifies and downloads a backup, and checks the live system [D13.5]', async ({
  browser,
  playwright,
}) => {
  const port = await freePort()
  const baseURL = `http://localhost:${port}`
  const olga = 'olga@operators.test'
  const settings = { PORT: String(port), PUBLIC_URL: baseURL, CATCH_MAILS: 'true' }
  const folder = await newFolder()
  const before = new Server(folder, settings)
  await before.address()
  const api = await playwright.request.newContext({ baseURL })
  const page = await signIn(browser, await registerOwner(api, 'Olga Operator', olga), { baseURL })
  await confirmAddress(page, olga)
  await before.end('SIGTERM')
  const server = new Server(folder, { ...settings, OPERATORS: olga })
  await server.address()

  await page.goto('/profile')
  await page.getByRole('link', { name: 'Operator' }).click()
  const backups = page.getByRole('region', { name: 'Backups' })
  await backups.getByRole('button', { name: 'Back up now' }).click()
  await expect(backups.getByText('The backup is complete.')).toBeVisible()

  await backups.getByRole('button', { name: /^Verify the backup/ }).click()
  await expect(backups.getByText(/is complete and intact\.$/)).toBeVisible()
  await expect(backups.getByRole('listitem').getByText(/verified/)).toBeVisible()

  const [name] = (await readdir(join(folder, 'backups'))).filter((entry) => entry.endsWith('Z'))
  await truncate(join(folder, 'backups', name!, 'tables/enquiry.copy.gz'))
  await backups.getByRole('button', { name: /^Verify the backup/ }).click()
  await expect(backups.getByText('The part tables/enquiry.copy.gz of the backup is damaged')).toBeVisible()

  const integrity = page.getByRole('region', { name: 'Integrity' })
  await integrity.getByRole('button', { name: 'Check now' }).click()
  await expect(integrity.getByText('No faults found.')).toBeVisible()

  await backups.getByRole('button', { name: /^Download the backup/ }).click()
  const downloading = page.waitForEvent('download')
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Download/ })
    .click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/\.tar$/)
  expect((await stat(await download.path())).size).toBeGreaterThan(10_000)

  await expect(page.getByRole('region', { name: 'Next' }).getByText(/^Checked|^All checks passed/)).toBeVisible()
  expect(await server.end('SIGTERM')).toBe(0)
})
