import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { registerOwner } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'

const app = await testApp()
const owner = await registerOwner(app)

test('a response of many long texts arrives in parts, and every character is whole', async () => {
  // Wherever a part ends, it would split a character in one of these texts.
  const descriptions = Array.from(
    { length: 20 },
    (_, at) => '.'.repeat(at) + '😀'.repeat((limits.description - at) >> 1),
  )
  for (const description of descriptions) await owner.post('/enquiry', { enquiryType: 'Question', description })
  const headers = { authorization: `Bearer ${owner.accessToken}` }
  const response = await app.app.inject({ url: '/api/enquiry?limit=100', headers })
  const listed = response.json<{ data: { docs: { description: string }[] } }>().data.docs
  expect(listed).toHaveLength(descriptions.length)
  expect(listed.filter(({ description }) => !descriptions.includes(description)).length).toBe(0)
  expect(response.headers['transfer-encoding']).toBe('chunked')
})
