import { readFile } from 'node:fs/promises'
import { expect, type Locator } from '@playwright/test'
import type { SignedIn } from '#contract/accounts.ts'
import { test } from './support/journey.ts'
import { join, registerOwner, signIn } from './support/people.ts'
import { pictureFile } from './support/pictures.ts'

const offer = { name: 'offer.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nThe offer\n%%EOF') }

test('files of a comment survive a reload and a lost connection, and reach the desk: a picture shown, a PDF to save [D10.6] [D4.4] @main', async ({
  browser,
}) => {
  const api = (await browser.newContext()).request
  const owner = await registerOwner(api)
  const customer = await join(api, owner, 'member', 'Clara Customer')
  const data = { enquiryType: 'Damaged goods', description: 'Line\n'.repeat(60) }
  const raised = await api.post('/api/enquiry', { headers: bearer(customer), data })
  const enquiry: string = (await raised.json()).data._id
  const desk = await signIn(browser, owner, { path: `/desk/${enquiry}` })
  await expect(desk.getByRole('textbox', { name: 'Reply' })).toBeVisible()

  const page = await signIn(browser, customer, { path: `/chats/${enquiry}` })
  const chosen = page.getByRole('list', { name: 'Files to send' })
  await page.getByLabel('Attach files: file').setInputFiles([await pictureFile('crate.jpg', '#c08040'), offer])
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('offer.pdf')
  await page.reload()
  await expect(chosen.getByRole('listitem')).toHaveCount(2)
  await expectLoaded(chosen.locator('img'))

  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Send Comment' }).click()
  await expect(page.getByText('Your messages are kept on this device')).toBeVisible()
  await expect(chosen).toBeHidden()
  await expectLoaded(page.getByRole('log').getByRole('img', { name: 'crate.jpg' }))
  await page.close()
  await page.context().setOffline(false)
  await page
    .context()
    .newPage()
    .then((again) => again.goto('/'))

  const thread = desk.getByRole('log')
  const picture = thread.getByRole('img', { name: 'crate.jpg' })
  await expectLoaded(picture)
  await expect(picture).toBeInViewport({ ratio: 1 })
  const size = await picture.evaluate(({ width, height }: HTMLImageElement) => [width, height])
  expect(size).toEqual([238, 178])
  await desk.getByLabel('Attach files: file').setInputFiles(Array.from({ length: 5 }, () => offer))
  await expect(desk.getByRole('button', { name: 'Remove offer.pdf' })).toHaveCount(5)
  const belowView = () => thread.evaluate((log) => log.scrollHeight - log.scrollTop - log.clientHeight)
  await expect.poll(belowView).toBeLessThan(2)
  const [saved] = await Promise.all([
    desk.waitForEvent('download'),
    thread.getByRole('link', { name: 'Download offer.pdf' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('offer.pdf')
  expect(await readFile(await saved.path())).toEqual(offer.buffer)
  const response = await api.get(`/api/chat?enquiryId=${enquiry}`, { headers: bearer(owner) })
  expect((await response.json()).data.docs).toHaveLength(1)
})

function bearer({ accessToken }: SignedIn) {
  return { authorization: `Bearer ${accessToken}` }
}

async function expectLoaded(picture: Locator) {
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
}
