import { randomBytes } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { test } from './support/journey.ts'
import { registerOwner, signIn } from './support/people.ts'
import { pictureFile } from './support/pictures.ts'

interface ChosenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

test('documents are added by drop and paste, viewed by keyboard and uploaded small [S2.13] [D2.2] [S5.2] [D5.2] @main', async ({
  browser,
  request,
}) => {
  const owner = await registerOwner(request)
  const page = await signIn(browser, owner)
  await page.getByRole('link', { name: 'Add Enquiry' }).first().click()
  await page.getByLabel('Enquiry Type').fill('Damaged goods')

  await dragOver(page)
  await expect(page.getByText('Drop images to add them')).toBeInViewport()
  await give(page, 'drop', [await photograph(), notes, await pictureFile('صورة الصندوق.jpg', '#c08040')])
  await expect(page.getByText('notes.png is not a PNG, JPEG, GIF, WebP or AVIF image')).toBeVisible()
  await give(page, 'paste', [await pictureFile('image.png', '#4060a0')])
  await expect(page.getByText('3 of 5 documents')).toBeVisible()
  await expect(page.getByText(/^Pasted .*png$/)).toBeVisible()

  await viewByKeyboard(page)
  await stayWhenAsked(page)

  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('heading', { name: 'Enquiries', exact: true })).toBeVisible()
  const headers = { authorization: `Bearer ${owner.accessToken}` }
  const { documents } = (await (await request.get('/api/enquiry', { headers })).json()).data.docs[0]
  const stored = await (await request.get(documents[0].url)).body()
  const { width, height, exif } = await sharp(stored).metadata()
  expect({ width, height, exif }).toEqual({ width: 2560, height: 1920, exif: undefined })
})

test('a large AVIF is uploaded as WebP, without the location where it was taken, because browsers cannot encode AVIF', async ({
  browser,
  request,
}) => {
  const owner = await registerOwner(request)
  const page = await signIn(browser, owner, { path: '/enquiry/AddEnquiry' })
  await page.getByLabel('Enquiry Type').fill('Damaged goods')
  const noise = { type: 'gaussian', mean: 120, sigma: 30 } as const
  const buffer = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#c08040', noise } })
    .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' } })
    .avif({ effort: 0, quality: 100 })
    .toBuffer()
  expect((await sharp(buffer).metadata()).exif).toBeDefined()
  await give(page, 'drop', [{ name: 'box.avif', mimeType: 'image/avif', buffer }])
  await expect(page.getByText('1 of 5 documents')).toBeVisible()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('heading', { name: 'Enquiries', exact: true })).toBeVisible()
  const headers = { authorization: `Bearer ${owner.accessToken}` }
  const [{ name, url }] = (await (await request.get('/api/enquiry', { headers })).json()).data.docs[0].documents
  const { format, width, exif } = await sharp(await (await request.get(url)).body()).metadata()
  expect({ name, format, width, exif }).toEqual({ name: 'box.webp', format: 'webp', width: 2560, exif: undefined })
})

test('a browser that cannot encode WebP uploads an opaque picture as JPEG, and a transparent or animated one as it is', async ({
  browser,
  request,
}) => {
  const owner = await registerOwner(request)
  const page = await signIn(browser, owner, { path: '/enquiry/AddEnquiry' })
  await encodeNoWebp(page)
  await page.getByLabel('Enquiry Type').fill('Damaged goods')
  const noise = { type: 'gaussian', mean: 120, sigma: 30 } as const
  const background = { r: 192, g: 128, b: 64, alpha: 0.5 }
  const opaque = sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#808080', noise } })
  const transparent = sharp({ create: { width: 3000, height: 2000, channels: 4, background } })
  const place = { IFD0: { Make: 'Camera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' } }
  const frames = { width: 2600, height: 40, channels: 3, pageHeight: 20 } as const
  const animated = sharp(randomBytes(2600 * 40 * 3), { raw: frames })
  const pictures = await Promise.all(
    [opaque, transparent, animated].map((each) => each.withExif(place).webp().toBuffer()),
  )
  await give(
    page,
    'drop',
    pictures.map((buffer, number) => ({ name: `${number}.webp`, mimeType: 'image/webp', buffer })),
  )
  await expect(page.getByText('3 of 5 documents')).toBeVisible()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('heading', { name: 'Enquiries', exact: true })).toBeVisible()
  const headers = { authorization: `Bearer ${owner.accessToken}` }
  const { documents } = (await (await request.get('/api/enquiry', { headers })).json()).data.docs[0]
  const stored = await Promise.all(
    documents.map(async ({ name, url }: { name: string; url: string }) => {
      const { format, width, exif, pages } = await sharp(await (await request.get(url)).body()).metadata()
      return { name, format, width, exif, pages }
    }),
  )
  expect(stored).toEqual([
    { name: '0.jpg', format: 'jpeg', width: 2560, exif: undefined, pages: undefined },
    { name: '1.webp', format: 'webp', width: 3000, exif: undefined, pages: undefined },
    { name: '2.webp', format: 'webp', width: 2600, exif: undefined, pages: 2 },
  ])
})

/** As in Safari's engine, whose canvas returns a PNG instead. */
function encodeNoWebp(page: Page) {
  return page.evaluate(() => {
    const { convertToBlob } = OffscreenCanvas.prototype
    OffscreenCanvas.prototype.convertToBlob = function encode(options) {
      return convertToBlob.call(this, options?.type === 'image/webp' ? { type: 'image/png' } : options)
    }
  })
}

/** As a phone takes it: large, and with GPS coordinates. */
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

const notes: ChosenFile = { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('not an image') }

function dragOver(page: Page) {
  return page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([''], 'a.png', { type: 'image/png' }))
    document.body.dispatchEvent(new DragEvent('dragenter', { bubbles: true, cancelable: true, dataTransfer }))
  })
}

/** Drops files on the form, or pastes them into it, with the events that a browser fires. */
async function give(page: Page, how: 'drop' | 'paste', files: ChosenFile[]) {
  const contents = files.map(({ buffer, ...file }) => ({ ...file, base64: buffer.toString('base64') }))
  await page.getByLabel('Summary').evaluate(
    (field, given) => {
      const dataTransfer = new DataTransfer()
      for (const { name, mimeType: type, base64 } of given.contents) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
        dataTransfer.items.add(new File([bytes], name, { type }))
      }
      const options = { bubbles: true, cancelable: true }
      field.dispatchEvent(
        given.how === 'drop'
          ? new DragEvent('drop', { ...options, dataTransfer })
          : new ClipboardEvent('paste', { ...options, clipboardData: dataTransfer }),
      )
    },
    { how, contents },
  )
}

async function viewByKeyboard(page: Page) {
  const opener = page.getByRole('button', { name: /^View a photograph/ })
  await opener.focus()
  await page.keyboard.press('Enter')
  const preview = page.getByRole('dialog')
  const image = preview.getByRole('img')
  await expect(preview.getByText('1 of 3')).toBeVisible()
  await expect(image).toHaveAccessibleName(/^a photograph/)
  await page.keyboard.press('ArrowRight')
  await expect(image).toHaveAccessibleName('صورة الصندوق.jpg')

  const fittedWidth = await widthOf(image)
  await page.keyboard.press('+')
  await expect.poll(() => widthOf(image)).toBeGreaterThan(fittedWidth * 1.4)
  await page.keyboard.press('0')
  await expect.poll(() => widthOf(image)).toBe(fittedWidth)
  await page.keyboard.press('r')
  await expect(image).toHaveCSS('transform', /matrix\(0, 1, -1, 0|matrix\(6\.\d+e-17, 1, -1/)
  await page.keyboard.press('Tab')
  expect(await preview.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(preview).toBeHidden()
  await expect(opener).toBeFocused()
}

async function widthOf(image: Locator) {
  return (await image.boundingBox())!.width
}

async function stayWhenAsked(page: Page) {
  await page.goBack()
  const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Stay' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('Enquiry Type')).toHaveValue('Damaged goods')
  await expect(page.getByText('3 of 5 documents')).toBeVisible()
}
