import { expect, test } from 'vitest'
import { ask, password, registerOwner } from '#server/test/people.ts'
import { picture } from '#server/test/pictures.ts'
import { testApp } from '#server/test/testApp.ts'

const page = 'https://desk.test'
const settings = { PUBLIC_URL: page, API_URL: 'https://api.desk.test/v1' }
const app = await testApp(settings)
const owner = await registerOwner(app)

/** What a browser asks before it sends a request of this page. */
function preflight(origin: string, to = app) {
  const headers = {
    origin,
    'access-control-request-method': 'PATCH',
    'access-control-request-headers': 'authorization,content-type,idempotency-key,if-match',
  }
  return ask(to, { method: 'OPTIONS', url: '/enquiry', headers })
}

function corsHeaders(headers: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-')))
}

test('an API on another host lets exactly its page call it, with its cookie [S7.1]', async () => {
  const asked = await preflight(page)
  expect([asked.status, asked.headers.vary]).toEqual([204, 'Origin, Access-Control-Request-Headers'])
  expect(corsHeaders(asked.headers)).toMatchObject({
    'access-control-allow-origin': page,
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'access-control-allow-headers': 'authorization,content-type,idempotency-key,if-match',
  })
})

test('the page can read the headers that it needs, also those of a refusal and of a path that is missing [S7.1]', async () => {
  for (const [url, status] of [
    ['/enquiry', 401],
    ['/no-such-path', 404],
  ] as const) {
    const refused = await ask(app, { method: 'GET', url, headers: { origin: page } })
    expect([refused.status, refused.headers.vary]).toEqual([status, 'Origin'])
    expect(refused.headers['access-control-allow-origin']).toBe(page)
    const exposed = String(refused.headers['access-control-expose-headers']).split(', ')
    expect(exposed).toEqual(expect.arrayContaining(['etag', 'date', 'retry-after', 'x-last-event', 'x-total-docs']))
  }
})

test.each(['https://other.test', 'https://desk.test.other.test', 'http://desk.test', 'https://desk.test:8443', 'null'])(
  'a page of %s gets no permission [S7.1]',
  async (origin) => {
    expect(corsHeaders((await preflight(origin)).headers)).toEqual({})
    const headers = { origin, authorization: `Bearer ${owner.accessToken}` }
    const { status, headers: answered } = await ask(app, { method: 'GET', url: '/enquiry', headers })
    expect([status, answered.vary]).toEqual([200, 'Origin'])
    expect(corsHeaders(answered)).toEqual({})
  },
)

test('an API of the page’s own origin gives no permission to any page [D7.1]', async () => {
  const own = await testApp({ PUBLIC_URL: page })
  expect(corsHeaders((await preflight(page, own)).headers)).toEqual({})
})

test('files and the cookie of the session have the address of the API, and its page may show the files [S7.1]', async () => {
  const documents = [{ name: 'photo.png', url: await picture() }]
  const { thumbnail } = (await owner.raise({ documents })).documents[0]!
  expect(thumbnail).toMatch(/^https:\/\/api\.desk\.test\/v1\/files\//)
  const shown = await app.app.inject({ url: thumbnail.replace(settings.API_URL, '/api') })
  expect([shown.statusCode, shown.headers['cross-origin-resource-policy']]).toEqual([200, 'same-site'])
  const payload = { email: owner.user.email, password }
  const { cookies } = await ask(app, { method: 'POST', url: '/auth/login', payload })
  expect(cookies.map(({ path }) => path)).toEqual(['/v1/auth', '/v1/auth'])
})

test.each([
  ['another host of the same site', { origin: 'https://blog.desk.test' }],
  ['the same host without encryption', { origin: 'http://desk.test' }],
  ['another port', { origin: 'https://desk.test:8443' }],
  ['a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
])('a page of %s can neither renew nor end a session with its cookie [D7.3]', async (_page, headers) => {
  const own = await testApp({ PUBLIC_URL: page })
  const { user } = await registerOwner(own)
  const { cookies } = await ask(own, { method: 'POST', url: '/auth/login', payload: { email: user.email, password } })
  const send = (url: string, from: Record<string, string>) =>
    ask(own, {
      method: 'POST',
      url,
      headers: { host: 'desk.test', ...from },
      cookies: Object.fromEntries(cookies.map(({ name, value }) => [name, value])),
    })
  const refused = [await send('/auth/refresh', headers), await send('/auth/logout', headers)]
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
    [403, 'forbidden'],
    [403, 'forbidden'],
  ])
  expect((await send('/auth/refresh', { origin: page })).status).toBe(200)
})

test.each([
  ['at the address of the request', {}, { host: '192.0.2.7:3000', origin: 'http://192.0.2.7:3000' }],
  ['behind a proxy that encrypts', {}, { host: 'desk.test', origin: 'https://desk.test' }],
  [
    'behind a proxy on this machine that changes the host',
    { PUBLIC_URL: page },
    { host: '127.0.0.1:3000', origin: page },
  ],
  ['of which the browser says so', {}, { host: '10.0.0.5', origin: 'https://x.test', 'sec-fetch-site': 'same-origin' }],
  ['of the API on another host', settings, { host: 'api.desk.test', origin: page }],
])('the product’s own page %s may use its cookie [D7.3]', async (_place, environment, headers) => {
  const { status } = await ask(await testApp(environment), { method: 'POST', url: '/auth/refresh', headers })
  // Without a cookie there is no session.
  expect(status).toBe(401)
})
