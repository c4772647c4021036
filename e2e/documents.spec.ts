import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { examine, looks } from './support/examine.ts'
import { test } from './support/journey.ts'
import { registerOwner, signIn } from './support/people.ts'
import { pictureFile } from './support/pictures.ts'

interface ChosenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

for (const look of looks) {
  test(`documents come by drop, paste and button, are looked at by keyboard and arrive light, ${look.viewport.width} px wide [S2.13] [D2.2] [S5.2] [D5.2]`, async ({
    browser,
    request,
  }) => {
    const owner = await registerOwner(request)
    const page = await signIn(browser, owner, look)
    await page.goto('/')
    await page.getByRole('link', { name: 'Add Enquiry' }).first().click()
    await page.getByLabel('Enquiry Type').fill('Damaged goods')

    await dragOver(page)
    await expect(page.getByText('Drop images to add them')).toBeInViewport()
    await examine(page, 'dragging')
    await hand(page, 'drop', [await photograph(), notes, await pictureFile('صورة الصندوق.jpg', '#c08040')])
    await expect(page.getByText('notes.png is not a PNG, JPEG, GIF, WebP or AVIF image')).toBeVisible()
    await hand(page, 'paste', [await pictureFile('image.png', '#4060a0')])
    await expect(page.getByText('3 of 5 documents')).toBeVisible()
    await expect(page.getByText(/^Pasted .*png$/)).toBeVisible()
    await examine(page, 'create form with documents')

    await lookByKeyboard(page)
    await askBeforeLeaving(page)

    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('heading', { name: 'Enquiries', exact: true })).toBeVisible()
    const headers = { authorization: `Bearer ${owner.accessToken}` }
    const { documents } = (await (await request.get('/api/enquiry', { headers })).json()).data.docs[0]
    const arrived = await (await request.get(documents[0].url)).body()
    const { width, height, exif } = await sharp(arrived).metadata()
    expect({ width, height, exif }).toEqual({ width: 2560, height: 1920, exif: undefined })
  })
}

test('an AVIF, which no browser writes, arrives as another type without where it was taken', async ({
  browser,
  request,
}) => {
  const owner = await registerOwner(request)
  const page = await signIn(browser, owner)
  await page.goto('/enquiry/AddEnquiry')
  await page.getByLabel('Enquiry Type').fill('Damaged goods')
  const buffer = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#c08040' } })
    .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' } })
    .avif()
    .toBuffer()
  expect((await sharp(buffer).metadata()).exif).toBeDefined()
  await hand(page, 'drop', [{ name: 'box.avif', mimeType: 'image/avif', buffer }])
  await expect(page.getByText('1 of 5 documents')).toBeVisible()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('heading', { name: 'Enquiries', exact: true })).toBeVisible()
  const headers = { authorization: `Bearer ${owner.accessToken}` }
  const [{ name, url }] = (await (await request.get('/api/enquiry', { headers })).json()).data.docs[0].documents
  const { format, width, exif } = await sharp(await (await request.get(url)).body()).metadata()
  expect({ name, format, width, exif }).toEqual({ name: 'box.webp', format: 'webp', width: 400, exif: undefined })
})

/** As a telephone takes it: large, and saying where. */
async function photograph(): Promise<ChosenFile> {
  const noise = { type: 'gaussian', mean: 120, sigma: 30 } as const
  const buffer = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#808080', noise } })
    .jpeg({ quality: 60 })
    .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' } })
    .toBuffer()
  expect((await sharp(buffer).metadata()).exif).toBeDefined()
  return {
    name: 'a photograph of the damaged box as it stood at the door on Friday.jpg',
    mimeType: 'image/jpeg',
    buffer,
  }
}

const notes: ChosenFile = { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') }

function dragOver(page: Page) {
  return page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([''], 'a.png', { type: 'image/png' }))
    document.body.dispatchEvent(new DragEvent('dragenter', { bubbles: true, cancelable: true, dataTransfer }))
  })
}

/** Files dropped on, or pasted into, the form: as the browser tells a page of either. */
async function hand(page: Page, how: 'drop' | 'paste', files: ChosenFile[]) {
  const contents = files.map(({ buffer, ...file }) => ({ ...file, base64: buffer.toString('base64') }))
  await page.getByLabel('Summary').evaluate(
    (field, given) => {
      const carried = new DataTransfer()
      for (const { name, mimeType: type, base64 } of given.contents) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
        carried.items.add(new File([bytes], name, { type }))
      }
      const options = { bubbles: true, cancelable: true }
      field.dispatchEvent(
        given.how === 'drop'
          ? new DragEvent('drop', { ...options, dataTransfer: carried })
          : new ClipboardEvent('paste', { ...options, clipboardData: carried }),
      )
    },
    { how, contents },
  )
}

async function lookByKeyboard(page: Page) {
  const opener = page.getByRole('button', { name: /^View a photograph/ })
  await opener.focus()
  await page.keyboard.press('Enter')
  const preview = page.getByRole('dialog')
  const picture = preview.getByRole('img')
  await expect(preview.getByText('1 of 3')).toBeVisible()
  await expect(picture).toHaveAccessibleName(/^a photograph/)
  await examine(page, 'preview')
  await page.keyboard.press('ArrowRight')
  await expect(picture).toHaveAccessibleName('صورة الصندوق.jpg')

  const fitting = await widthOf(picture)
  await page.keyboard.press('+')
  await expect.poll(() => widthOf(picture)).toBeGreaterThan(fitting * 1.4)
  await examine(page, 'preview, zoomed')
  await page.keyboard.press('0')
  await expect.poll(() => widthOf(picture)).toBe(fitting)
  await page.keyboard.press('r')
  await expect(picture).toHaveCSS('transform', /matrix\(0, 1, -1, 0|matrix\(6\.\d+e-17, 1, -1/)
  await examine(page, 'preview, turned')
  await page.keyboard.press('Tab')
  expect(await preview.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(preview).toBeHidden()
  await expect(opener).toBeFocused()
}

async function widthOf(picture: Locator) {
  return (await picture.boundingBox())!.width
}

async function askBeforeLeaving(page: Page) {
  await page.goBack()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expect(question).toBeVisible()
  await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(page.getByLabel('Enquiry Type')).toHaveValue('Damaged goods')
  await expect(page.getByText('3 of 5 documents')).toBeVisible()
}
