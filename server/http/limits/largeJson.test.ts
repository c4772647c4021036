import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { ask, registerOwner } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'

const app = await testApp()
const owner = await registerOwner(app)

test('in a large body, texts that look like data URLs are kept, and text other than data URLs is limited to 1 MB', async () => {
  const content = 'A'.repeat(12_000_000)
  const url = (type: string) => `data:${type};base64,${content}`
  const description = `${url('text/é')}"data:1`
  const payload = { enquiryType: 'data:0', description, documents: [{ name: 'a.png', url: url('image/png') }] }
  const long = await owner.post('/enquiry', payload)
  expect([long.status, long.body.message]).toEqual([413, expect.stringContaining('too much text')])
  const short = await owner.post('/enquiry', { ...payload, description: 'data:x "data:1' })
  expect([short.status, short.body.errors]).toEqual([415, { 'documents.0.url': expect.stringContaining('a.png') }])
  const kept = await owner.post('/enquiry', {
    enquiryType: 'data:0',
    description: `${'data:1 '.repeat(2000)}é`,
    x: url('x'),
  })
  expect(kept.body.data).toMatchObject({ enquiryType: 'data:0', description: `${'data:1 '.repeat(2000)}é` })
})

function send(payload: Readable) {
  const headers = { authorization: `Bearer ${owner.accessToken}`, 'content-type': 'application/json' }
  return ask(app, { method: 'PATCH', url: '/users', headers, payload })
}

test('a body without Content-Length is read in chunks, and refused once it is too long', async () => {
  const renamed = await send(Readable.from(['{"name":"Olive', ' Öwner"}'].map((part) => Buffer.from(part))))
  expect([renamed.status, renamed.body.data?.name]).toEqual([200, 'Olive Öwner'])
  const tooLong = Array.from({ length: 40 }, () => Buffer.alloc(1024 * 1024, ' '))
  expect((await send(Readable.from(tooLong))).status).toBe(413)
})
