import { finished } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { heldTooLong } from '#server/test/heldLoop.ts'
import { registerOwner } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { uploadCsv } from '#server/test/uploadCsv.ts'

const app = await testApp()
const owner = await registerOwner(app)

/** As many different words as possible: in Chinese, every two neighbouring characters are a word. */
const characters = Array.from({ length: limits.description - 2 }, (_, index) =>
  String.fromCharCode(0x4e00 + ((index * 48_271) % 20_011)),
).join('')

/** Each row's text differs, but has the same words, because PostgreSQL takes long to index millions of different ones. */
function longText(row: number) {
  return characters.slice(row) + characters.slice(0, row)
}

function fileOf(rows: number) {
  return `Type,Summary,Description\n${Array.from({ length: rows }, (_, row) => `A,B,${longText(row)}需要\n`).join('')}`
}

/** Reads a response as bytes: parsing it would hold the event loop of this process too. */
async function read(url: string) {
  const headers = { authorization: `Bearer ${owner.accessToken}` }
  const response = await app.app.inject({ url: `/api${url}`, headers, payloadAsStream: true })
  expect(response.statusCode).toBe(200)
  await finished(response.stream().resume())
}

test('an import of long texts in another script does not hold the event loop', async () => {
  expect(await heldTooLong(() => uploadCsv(owner, fileOf(10)))).toBeUndefined()
})

test('a search that finds a word at the end of a hundred long texts does not hold the event loop', async () => {
  expect((await uploadCsv(owner, fileOf(90))).status).toBe(201)
  const search = `/enquiry?limit=100&search=${encodeURIComponent('需要')}`
  expect((await owner.get(search)).body.data.docs).toHaveLength(100)
  expect(await heldTooLong(() => read(search))).toBeUndefined()
})

test('an export of 500 long texts does not hold the event loop', async () => {
  expect((await uploadCsv(owner, `Type\n${'A\n'.repeat(400)}`)).status).toBe(201)
  await app.db`update enquiry set description = repeat('需要', ${limits.description / 2}::int)`
  expect(await heldTooLong(() => read('/enquiry/export'))).toBeUndefined()
})
