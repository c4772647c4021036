import { expect, type Page } from '@playwright/test'
import { signIn } from '#e2e/support/people.ts'
import { pictureFile } from '#e2e/support/pictures.ts'
import { failed, loading, open, screen, type State, type Visit, waitForAllDetails } from './state.ts'

const enquiry = /\/api\/enquiry\?_id/

async function openEnquiry(visit: Visit) {
  await open(visit, `/enquiry/${visit.company.discussed}`)
  await visit.page.getByRole('button', { name: /^View a photograph/ }).waitFor()
}

async function edit(visit: Visit, comments: string) {
  await openEnquiry(visit)
  await visit.page.getByRole('button', { name: 'Edit' }).click()
  await visit.page.getByLabel('Comments').fill(comments)
}

async function preview(visit: Visit) {
  await openEnquiry(visit)
  await visit.page.getByRole('button', { name: /^View a photograph/ }).click()
  await visit.page.getByRole('dialog').getByRole('img').waitFor()
}

async function openForm(visit: Visit) {
  await open(visit, '/enquiry/AddEnquiry')
  await visit.page.getByLabel('Enquiry Type').waitFor()
}

function dragOver(page: Page) {
  return page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([''], 'a.png', { type: 'image/png' }))
    document.body.dispatchEvent(new DragEvent('dragenter', { bubbles: true, cancelable: true, dataTransfer }))
  })
}

export const createStates: State[] = [
  [
    'create form with an error',
    async (visit) => {
      await openForm(visit)
      await visit.page.getByRole('button', { name: 'Submit' }).click()
      await visit.page.getByText('enquiryType is a required field').waitFor()
    },
  ],
  [
    'create form with types to choose from',
    async (visit) => {
      await openForm(visit)
      await visit.page.getByLabel('Enquiry Type').click()
      await visit.page.getByRole('option').first().waitFor()
    },
  ],
  [
    'dragging a document',
    async (visit) => {
      await openForm(visit)
      await dragOver(visit.page)
      await expect(visit.page.getByText('Drop images to add them')).toBeInViewport()
    },
  ],
  [
    'create form with documents',
    async (visit) => {
      await openForm(visit)
      const files = [
        await pictureFile('a photograph of the damaged box as it stood at the door on Friday.jpg', '#c08040'),
        { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('not an image') },
        await pictureFile('صورة الصندوق.jpg', '#4060a0'),
      ]
      await visit.page.getByLabel('Add Document: file').setInputFiles(files)
      await visit.page.getByText('2 of 5 documents').waitFor()
      await visit.page.getByText('notes.png is not a PNG, JPEG, GIF, WebP or AVIF image').waitFor()
    },
  ],
  [
    'leaving',
    async ({ page, isNarrow }) => {
      if (isNarrow) await page.getByRole('button', { name: 'Open navigation' }).click()
      await page.getByRole('link', { name: 'Enquiry', exact: true }).first().click()
      await page.getByRole('alertdialog').waitFor()
    },
  ],
]

export const enquiryStates: State[] = [
  [
    'enquiry',
    async (visit) => {
      await openEnquiry(visit)
      await waitForAllDetails(visit.page)
    },
  ],
  [
    'enquiry, statuses and history',
    async ({ page }) => {
      await page.getByRole('button', { name: 'History' }).click()
      await page.getByText('reopened the enquiry').last().waitFor()
      await page.getByRole('button', { name: /^Status: / }).click()
      await page.getByRole('listbox').waitFor()
    },
  ],
  [
    'enquiry, conversation',
    async (visit) => {
      await open(visit, `/enquiry/${visit.company.discussed}?tab=conversation`)
      await visit.page.getByRole('log').getByText('It is the wrong one').waitFor()
    },
  ],
  loading('enquiry', enquiry, ({ company }) => `/enquiry/${company.silent}`),
  failed('enquiry', enquiry, ({ company }) => `/enquiry/${company.silent}`),
  screen('enquiry not found', '/enquiry/01890000-0000-7000-8000-000000000000', (page) =>
    page.getByText('Enquiry not found'),
  ),
  ['preview', preview],
  [
    'preview, zoomed',
    async ({ page }) => {
      const image = page.getByRole('dialog').getByRole('img')
      const { width } = (await image.boundingBox())!
      await page.keyboard.press('+')
      await expect.poll(async () => (await image.boundingBox())!.width).toBeGreaterThan(width * 1.4)
    },
  ],
  [
    'preview, rotated',
    async ({ page }) => {
      await page.keyboard.press('0')
      await page.keyboard.press('r')
      await expect(page.getByRole('dialog').getByRole('img')).toHaveCSS('transform', /^matrix\((0|6\.\d+e-17), 1/)
    },
  ],
  [
    'enquiry, someone else is editing it',
    async (visit) => {
      const { page, company } = visit
      await openEnquiry(visit)
      const path = `/enquiry/${company.discussed}`
      const theirs = await signIn(page.context().browser()!, company.agent, { path })
      await theirs.getByRole('button', { name: 'Edit' }).click()
      await expect(page.getByRole('status').filter({ hasText: 'Hanna Host is editing' })).toBeAttached()
      await theirs.context().close()
    },
  ],
  [
    'enquiry, someone else has saved it',
    async ({ page, company }) => {
      await company.send(company.agent, 'enquiry', { id: company.discussed, comments: 'Called back.' }, 'PATCH')
      await page.getByText('Hanna Host changed the comments').waitFor()
    },
  ],
  ['enquiry, editing', (visit) => edit(visit, 'Ask the carrier. They never reply.')],
  [
    'signing out with unsaved changes',
    async ({ page }) => {
      await page.getByRole('button', { name: 'Account' }).click()
      await page.getByText('Logout').click()
      await page.getByText('1 unsaved change to an enquiry').waitFor()
    },
  ],
  [
    'conflict',
    async (visit) => {
      const { page, company } = visit
      await page.getByRole('button', { name: 'Stay' }).click()
      await page.keyboard.press('Escape')
      const data = { id: company.discussed, comments: 'Ask the carrier again on Monday.' }
      await company.send(company.agent, 'enquiry', data, 'PATCH')
      await page.getByRole('button', { name: 'Save' }).click()
      await page
        .getByRole('dialog', { name: 'Hanna Host changed this too' })
        .getByText('Hanna Host’s comments')
        .waitFor()
    },
  ],
  [
    'merge',
    async ({ page }) => {
      const dialog = page.getByRole('dialog', { name: 'Hanna Host changed this too' })
      await dialog.getByRole('button', { name: 'Combine' }).click()
      await dialog.getByLabel('Combined comments').waitFor()
    },
  ],
]
