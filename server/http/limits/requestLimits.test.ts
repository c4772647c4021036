import { expect, test } from 'vitest'
import { ask, registerOwner } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'

const maxRequests = 12
const app = await testApp({ REQUESTS_PER_MINUTE: String(maxRequests), BULK_REQUESTS_PER_MINUTE: '3' })

type Origin = { remoteAddress?: string; headers?: Record<string, string>; url?: string }

async function statuses(origins: Origin[], server = app) {
  const found: number[] = []
  for (const origin of origins) found.push((await ask(server, { method: 'GET', url: '/enquiry', ...origin })).status)
  return found
}

/** Each test uses its own network, so that their counts do not add up. */
function addresses(network: string, count: number) {
  return Array.from({ length: count }, (_, host) => ({ remoteAddress: `${network}.${host + 1}` }))
}

test('requests without a valid session are counted by address, and refused before their session is looked up', async () => {
  const headers = { authorization: 'Bearer invented' }
  const origin = { remoteAddress: '198.51.100.1', headers }
  expect(new Set(await statuses(Array.from({ length: maxRequests }, () => origin)))).toEqual(new Set([401]))
  const refused = await ask(app, { method: 'GET', url: '/enquiry', ...origin })
  expect(refused).toMatchObject({
    status: 429,
    body: { code: 'too-many-requests', message: 'Too many requests. Wait a minute and try again' },
  })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
  expect(await statuses([{ remoteAddress: '198.51.100.2', headers }])).toEqual([401])
})

test('requests to unknown paths are counted too', async () => {
  const missing = { remoteAddress: '198.51.100.3', url: '/nothing/here' }
  expect(new Set(await statuses(Array.from({ length: maxRequests }, () => missing)))).toEqual(new Set([404]))
  expect(await statuses([missing])).toEqual([429])
})

test('a person with many addresses is counted as one person', async () => {
  const [owner, other] = [await registerOwner(app), await registerOwner(app)]
  const headers = { authorization: `Bearer ${owner.accessToken}` }
  const origins = addresses('192.0.2', maxRequests + 1).map((origin) => ({ ...origin, headers }))
  const found = await statuses(origins)
  expect(found.slice(0, -1)).toEqual(Array.from({ length: maxRequests }, () => 200))
  expect(found.at(-1)).toBe(429)
  const another = { remoteAddress: '192.0.2.100', headers: { authorization: `Bearer ${other.accessToken}` } }
  expect(await statuses([another])).toEqual([200])
})

test('exports, imports and bulk changes are counted by company, and nothing else is refused', async () => {
  const owner = await registerOwner(app)
  const headers = { authorization: `Bearer ${owner.accessToken}` }
  const origins = addresses('203.0.113', 5).map((origin) => ({ ...origin, headers }))
  const [first, second, third, fourth, fifth] = origins
  const bulk = { method: 'POST', url: '/enquiry/bulk', payload: { filter: {}, enquiryStatus: 'closed' } } as const
  expect(await statuses([{ ...first, url: '/enquiry/export' }])).toEqual([200])
  expect((await ask(app, { ...bulk, ...second })).status).toBe(202)
  const file = { ...headers, 'content-type': 'text/csv' }
  const imported = { method: 'POST', url: '/enquiry/import?dryRun=true', payload: 'type\nX\n' } as const
  expect((await ask(app, { ...imported, ...third, headers: file })).status).toBe(200)
  const refused = await ask(app, { ...bulk, ...fourth })
  expect(refused.status).toBe(429)
  expect(refused.body.message).toContain('Your company has started too many exports, imports or bulk changes')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(await statuses([fifth!])).toEqual([200])
})

test('all addresses of an IPv6 /64 network are counted as one', async () => {
  const inOneNetwork = Array.from({ length: maxRequests }, (_, host) => ({
    remoteAddress: `2001:db8:1:2::${host + 1}`,
  }))
  expect(new Set(await statuses(inOneNetwork))).toEqual(new Set([401]))
  expect(await statuses([{ remoteAddress: '2001:db8:1:2:ffff::1' }, { remoteAddress: '2001:db8:1:3::1' }])).toEqual([
    429, 401,
  ])
})

/** One request more than allowed, each with another address in X-Forwarded-For. */
function through(proxy: string) {
  return Array.from({ length: maxRequests + 1 }, (_, host) => ({
    remoteAddress: proxy,
    headers: { 'x-forwarded-for': `203.0.113.${host + 50}` },
  }))
}

test('X-Forwarded-For is trusted only from this machine, unless TRUSTED_PROXIES names others', async () => {
  expect((await statuses(through('127.0.0.1'))).at(-1)).toBe(401)
  expect((await statuses(through('10.1.2.3'))).at(-1)).toBe(429)
  const named = await testApp({ REQUESTS_PER_MINUTE: String(maxRequests), TRUSTED_PROXIES: '10.0.0.0/8, fd00::/8' })
  expect((await statuses(through('10.1.2.3'), named)).at(-1)).toBe(401)
  expect((await statuses(through('fd00::7'), named)).at(-1)).toBe(401)
  expect((await statuses(through('172.16.0.1'), named)).at(-1)).toBe(429)
  expect((await statuses(through('127.0.0.1'), named)).at(-1)).toBe(429)
  const nobody = await testApp({
    REQUESTS_PER_MINUTE: String(maxRequests),
    TRUSTED_PROXIES: 'none',
    PUBLIC_URL: 'https://x.test',
  })
  expect((await statuses(through('127.0.0.1'), nobody)).at(-1)).toBe(429)
})
