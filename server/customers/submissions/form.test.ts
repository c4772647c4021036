import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { customerForm, newAddress, pageTokenIn, sendForm, stampOf } from '#server/test/customers.ts'
import { formOf } from '#server/test/forms.ts'
import { people } from '#server/test/people.ts'
import { picture } from '#server/test/pictures.ts'
import { testApp } from '#server/test/testApp.ts'

const app = await testApp()
const { owner, agent, viewer, stranger } = await people(app)
const form = customerForm()
const { slug } = form
await owner.patch('/customer-form', form)

function open(url: string, headers: Record<string, string> = {}) {
  return app.app.inject({ method: 'GET', url, headers })
}

/** The enquiries of the company with this summary. */
async function listed(summery: string) {
  const { body } = await viewer.get(`/enquiry?search=${encodeURIComponent(summery)}`)
  return body.data.docs
}

function image(width = 30) {
  return sharp({ create: { width, height: 20, channels: 3, background: '#146cdd' } })
    .png()
    .toBuffer()
}

test('a visitor without an account sends the form, and it is an open enquiry of a contact [D11.1] [D11.2]', async () => {
  const email = 'Mia@Kunde.example'
  const { status, page } = await sendForm(app, slug, { fields: { summery: 'Broken lamp', email } })
  expect(status).toBe(200)
  const [enquiry] = await listed('Broken lamp')
  expect(enquiry).toMatchObject({ enquiryStatus: 'open', user: { name: 'Mia Kunde', kind: 'contact' } })
  const contact = (await agent.get(`/contacts/${enquiry.user._id}`)).body.data
  expect(contact).toMatchObject({ email: 'mia@kunde.example', isConfirmed: false })
  expect(page).toMatch(/http:\/\/localhost(:\d+)?\/t#[\w-]{22}"/)
})

test('the pages of the form set no cookie, name no other origin, and are neither stored nor indexed [D11.2]', async () => {
  for (const { headers, body } of [await open(`/f/${slug}`), await open('/f/nothing')]) {
    expect(headers['set-cookie']).toBeUndefined()
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(body).not.toMatch(/(src|href)="(https?:)?\/\//)
  }
})

test('the form speaks the visitor’s language if the company offers it, else the first one offered', async () => {
  expect((await open(`/f/${slug}`, { 'accept-language': 'de-AT,en;q=0.5' })).body).toContain('<html lang="de"')
  expect((await open(`/f/${slug}`, { 'accept-language': 'ja' })).body).toContain('<html lang="en"')
  expect((await open(`/f/${slug}?lang=de`, { 'accept-language': 'en' })).body).toContain('<html lang="de"')
})

test('only the company’s websites may embed the form', async () => {
  const mine = customerForm({ origins: ['https://www.acme.example'] })
  await stranger.patch('/customer-form', mine)
  const { headers } = await open(`/f/${mine.slug}?embedded=1`)
  expect(headers['content-security-policy']).toContain("frame-ancestors 'self' https://www.acme.example")
  expect(headers['x-frame-options']).toBeUndefined()
  expect((await open(`/f/${slug}`)).headers['content-security-policy']).toContain("frame-ancestors 'none'")
})

test('images become the documents of the enquiry', async () => {
  const files = [
    { name: 'one.png', bytes: await image(), field: 'documents' },
    { name: 'two.png', bytes: await image(40), field: 'documents' },
  ]
  await sendForm(app, slug, { fields: { summery: 'With images' }, files })
  const [enquiry] = await listed('With images')
  expect(enquiry.documents.map(({ name }: { name: string }) => name)).toEqual(['one.png', 'two.png'])
})

test('what is wrong is said next to its field, and what was typed stays', async () => {
  const { status, page } = await sendForm(app, slug, {
    fields: { summery: '', description: 'Typed <b>text</b>', email: 'nonsense', enquiryType: 'Invented' },
  })
  expect(status).toBe(422)
  expect(page).toContain('Typed &lt;b&gt;text&lt;/b&gt;')
  expect(page).toContain('Fill in this field.')
  expect(page).toContain('name@example.com')
  expect(page).toContain('Choose one of the options.')
})

test('a file that is no image, a sixth image and an image over 10 MB are refused, and what was typed stays', async () => {
  const notAnImage = { name: 'cv.png', bytes: Buffer.from('no image'), field: 'documents' }
  const large = { name: 'large.png', bytes: Buffer.alloc(10 * 1024 * 1024 + 1), field: 'documents' }
  const six = Array.from({ length: 6 }, () => ({ name: 'a.png', bytes: Buffer.from('x'), field: 'documents' }))
  for (const [files, problem] of [
    [[notAnImage], '“cv.png” is not an image'],
    [[large], '“large.png” is larger than 10 MB'],
    [six, 'Add at most 5 images'],
  ] as const) {
    const { status, page } = await sendForm(app, slug, { fields: { description: 'Still here' }, files: [...files] })
    expect(status).toBe(422)
    expect(page).toContain(problem)
    expect(page).toContain('Still here')
  }
})

test('a form that is sent twice is one enquiry, and only the first response contains the private link [D11.4]', async () => {
  const fields = { summery: 'Sent twice', email: 'twice@kunde.example', ...stampOf(app, slug) }
  const [first, second] = [await sendForm(app, slug, { fields }), await sendForm(app, slug, { fields })]
  expect(pageTokenIn(first.page)).toBeDefined()
  expect(pageTokenIn(second.page)).toBeUndefined()
  expect(second.page).toContain('it is shown only once')
  expect(await listed('Sent twice')).toHaveLength(1)
})

test('a form that is sent again keeps no more images [D12.2]', async () => {
  const fields = { summery: 'With images', email: 'images@kunde.example', ...stampOf(app, slug) }
  const keysAfter = async (colour: string) => {
    const url = await picture('png', colour)
    const bytes = Buffer.from(url.split(',')[1]!, 'base64')
    await sendForm(app, slug, { fields, files: [{ field: 'documents', name: 'a.png', bytes }] })
    return (await Promise.all((await app.storage.parts()).map((part) => app.storage.keys(part)))).flat()
  }
  const stored = await keysAfter('#102030')
  expect(await keysAfter('#302010')).toEqual(stored)
})

test('a form that is sent within 3 s, or a day after it was opened, is shown again with what was typed', async () => {
  for (const age of [1000, 25 * 3_600_000]) {
    const fields = { summery: 'Too early or late', ...stampOf(app, slug, age) }
    const { status, page } = await sendForm(app, slug, { fields })
    expect(status).toBe(422)
    expect(page).toContain('Too early or late')
  }
  const forged = { ...stampOf(app, slug), key: randomUUID() }
  expect((await sendForm(app, slug, { fields: forged })).status).toBe(422)
  expect(await listed('Too early or late')).toEqual([])
})

test('a filled-in decoy, and the sixth submission of a network within an hour, are held for the owner', async () => {
  await sendForm(app, slug, { fields: { summery: 'From a robot', website: 'https://spam.example' } })
  const network = newAddress().split(':').slice(0, 4).join(':')
  for (const host of [1, 2, 3, 4, 5, 6]) {
    await sendForm(app, slug, { fields: { summery: `From one network ${host}` }, remoteAddress: `${network}::${host}` })
  }
  expect(await listed('From a robot')).toEqual([])
  expect(await listed('From one network')).toHaveLength(5)
  const { body } = await owner.get('/customer-form/held')
  expect(body.data).toMatchObject([
    { summery: 'From a robot', heldFor: 'decoy' },
    { summery: 'From one network 6', heldFor: 'sender' },
  ])
  expect((await stranger.get('/customer-form/held')).body.data).toEqual([])
})

test('the owner makes an enquiry of a held submission with its images, or deletes it', async () => {
  const files = [{ name: 'held.png', bytes: await image(50), field: 'documents' }]
  for (const summery of ['Held and wanted', 'Held and unwanted']) {
    await sendForm(app, slug, { fields: { summery, website: 'x' }, files })
  }
  const held = (await owner.get('/customer-form/held')).body.data
  const idOf = (summery: string) => held.find((one: { summery: string }) => one.summery === summery)._id
  expect((await stranger.post(`/customer-form/held/${idOf('Held and wanted')}/accept`, {})).status).toBe(404)
  expect((await owner.post(`/customer-form/held/${idOf('Held and wanted')}/accept`, {})).status).toBe(200)
  expect((await owner.delete(`/customer-form/held/${idOf('Held and unwanted')}`)).status).toBe(200)
  expect((await listed('Held and wanted'))[0].documents).toMatchObject([{ name: 'held.png' }])
  expect(await listed('Held and unwanted')).toEqual([])
  expect((await owner.post(`/customer-form/held/${idOf('Held and unwanted')}/accept`, {})).status).toBe(404)
})

test('a blocked contact’s submissions are held', async () => {
  await sendForm(app, slug, { fields: { summery: 'Before the block', email: 'rude@kunde.example' } })
  const [enquiry] = await listed('Before the block')
  await agent.patch(`/contacts/${enquiry.user._id}`, { isBlocked: true })
  await sendForm(app, slug, { fields: { summery: 'After the block', email: 'rude@kunde.example' } })
  expect(await listed('After the block')).toEqual([])
  const { body } = await owner.get('/customer-form/held')
  expect(body.data).toContainEqual(expect.objectContaining({ summery: 'After the block', heldFor: 'blocked' }))
})

test('a form that is disabled or does not exist is a 404, and accepts nothing', async () => {
  const off = customerForm({ isEnabled: false })
  await stranger.patch('/customer-form', off)
  for (const missing of [off.slug, 'nothing']) {
    expect((await open(`/f/${missing}`)).statusCode).toBe(404)
    expect((await sendForm(app, missing)).status).toBe(404)
  }
})

test('an address with characters or a length that no form has is a 404', async () => {
  const { payload, type } = await formOf({}, [])
  for (const written of ['%00', 'a%00b', '%00'.repeat(20), '%EF%BF%BF', 'x'.repeat(90), '..%2F..%2Fetc', '%20']) {
    const url = `/f/${written}?lang=%00&embedded=%00`
    const sent = await app.app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } })
    const others = await Promise.all([url, `/c/${written}`, `/s/${written}`].map((each) => open(each)))
    const statuses = [sent, ...others].map(({ statusCode }) => statusCode)
    expect([written, ...statuses]).toEqual([written, 404, 404, 404, 404])
  }
})

test('characters that no database keeps cause no 500 in any field or file name of the form', async () => {
  for (const name of [
    'enquiryType',
    'summery',
    'description',
    'name',
    'email',
    'key',
    'at',
    'signature',
    'altcha',
    'x',
  ]) {
    const { status } = await sendForm(app, slug, { fields: { [name]: 'a\0b\uFFFF' } })
    expect([name, status < 500]).toEqual([name, true])
  }
  const files = [{ name: 'a\0b.png', bytes: await image(70), field: 'documents' }]
  expect((await sendForm(app, slug, { files })).status).toBe(200)
})

test('no two companies have the same address of the form, and only owners configure it', async () => {
  expect((await stranger.patch('/customer-form', customerForm({ slug }))).status).toBe(409)
  expect((await agent.get('/customer-form')).status).toBe(403)
  expect((await owner.get('/customer-form')).body.data).toEqual(form)
})

test('a company that holds all it can asks the visitor to send later, and what was typed stays', async () => {
  const full = customerForm()
  await stranger.patch('/customer-form', full)
  await app.db`
    insert into submission (company_id, id, state, held_for, form_key, source, enquiry_type, summery, description, name,
      email, language, file_bytes, created_at, expires_at)
    select ${stranger.user.company._id}, gen_random_uuid(), 'held', 'decoy', gen_random_uuid(), '', '', '', '', '', '', 'en',
      0, now() - interval '2 hours', 'infinity'
    from generate_series(1, 1000)`
  const { status, page } = await sendForm(app, full.slug, { fields: { description: 'Kept here', website: 'x' } })
  expect(status).toBe(422)
  expect(page).toContain('Kept here')
  expect(page).toContain('Wait a minute')
  // Nothing speaks against this one.
  expect((await sendForm(app, full.slug, { fields: { summery: 'Still possible' } })).status).toBe(200)
})

test('images beyond 200 MB of unconfirmed and held submissions are refused, and the text alone is accepted', async () => {
  await app.db`
    insert into submission (company_id, id, state, held_for, form_key, source, enquiry_type, summery, description, name,
      email, language, file_bytes, expires_at)
    values (${owner.user.company._id}, gen_random_uuid(), 'held', 'decoy', gen_random_uuid(), '', '', '', '', '', '', 'en',
      ${200 * 1024 * 1024}, 'infinity')`
  const files = [{ name: 'one.png', bytes: await image(60), field: 'documents' }]
  const { status, page } = await sendForm(app, slug, { fields: { description: 'With an image' }, files })
  expect(status).toBe(422)
  expect(page).toContain('With an image')
  expect((await sendForm(app, slug, { fields: { summery: 'Without an image' } })).status).toBe(200)
})
