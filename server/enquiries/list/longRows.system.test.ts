import { finished } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { registerOwner } from '#server/test/people.ts'
import { heldTooLong } from '#server/test/processes/heldLoop.ts'
import { testApp } from '#server/test/testApp.ts'
import { uploadCsv } from '#server/test/uploadCsv.ts'

const app = await testApp()
const owner = await registerOwner(app)

/** A text with as many different words as possible: in Chinese, every two neighbouring characters are a word. */
function longText(seed: number) {
  let state = seed + 1
  return Array.from({ length: limits.description - 2 }, () => {
    state = (state * 48_271) % 2_147_483_647
    return String.fromCharCode(0x4e00 + (state % 20_000))
  }).join('')
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
