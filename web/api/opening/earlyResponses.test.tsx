import { onTestFinished, expect, test } from 'vitest'
import { send } from '#web/api/http.ts'
import { saveSession } from '#web/api/session/session.ts'
import { fakeApi, ok } from '#web/test/fakeApi.ts'
import { tokenFor } from '#web/test/people.ts'

/** A signed-in person whose page has requested their saved views before its code arrived. */
function earlyRequest(response: Promise<Response>, token = tokenFor(900)) {
  const api = fakeApi()
  saveSession({ accessToken: tokenFor(900), userData: api.world.user })
  window.earlyResponses = new Map([['/api/views?page=1', { token, response }]])
  onTestFinished(() => void delete window.earlyResponses)
  return api
}

const views = () => send({ url: '/views', params: { page: 1 }, background: true })
const early = () => Promise.resolve(Response.json(ok([], 'Early').body))

test('the response to an early request is taken once', async () => {
  const api = earlyRequest(early())
  expect(await views()).toMatchObject({ message: 'Early' })
  expect(api.sent('GET /views')).toEqual([])
  expect(await views()).not.toMatchObject({ message: 'Early' })
  expect(api.sent('GET /views')).toHaveLength(1)
})

test.each([
  ['has failed', () => earlyRequest(Promise.reject(new TypeError('Failed to fetch')))],
  ['was refused', () => earlyRequest(Promise.resolve(Response.json({}, { status: 401 })))],
  ['was sent in another session', () => earlyRequest(early(), tokenFor(60))],
])('an early request that %s is sent again', async (_case, request) => {
  const api = request()
  expect(await views()).not.toMatchObject({ message: 'Early' })
  expect(api.sent('GET /views')).toHaveLength(1)
})
