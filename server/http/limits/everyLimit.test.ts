import { expect, test } from 'vitest'
import { countedServer } from '#server/test/database/roundTrips.ts'
import { everyRoute } from '#server/test/routes/everyRoute.ts'
import { testApp } from '#server/test/testApp.ts'

const perMinute = 3
const settings = { REQUESTS_PER_MINUTE: String(perMinute), CATCH_MAILS: 'true', PUBLIC_URL: 'http://localhost:3000' }
const { built, routes } = await everyRoute(() => testApp(settings))
/** The pages may have five times as many. */
const most = 5 * perMinute + 1

test('every route, the pages and unknown paths refuse an address that sends too many requests [D12.2]', async () => {
  const unlimited: string[] = []
  for (const [index, route] of [...routes, 'GET /', 'GET /api/no-such-path', 'POST /no-such-path'].entries()) {
    const [method, url] = route.split(' ') as ['GET', string]
    const remoteAddress = `10.0.${index >> 8}.${index & 255}`
    const send = () => built.app.inject({ method, url: url.replaceAll(/:\w+|\*/g, 'x'), remoteAddress })
    const statuses: number[] = []
    while (statuses.length < most && statuses.at(-1) !== 429) statuses.push((await send()).statusCode)
    if (statuses.at(-1) !== 429) unlimited.push(`${route}: ${statuses.at(-1)}`)
  }
  expect(unlimited).toEqual([])
}, 120_000)

test('simultaneous readiness checks share a query, so that it does not delay sessions [D12.1]', async () => {
  const { server, countTrips } = await countedServer(await testApp())
  const trips = await countTrips(async () => {
    const responses = await Promise.all(Array.from({ length: 1000 }, () => server.app.inject('/readyz')))
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  })
  // Work in the background may add some.
  expect(trips).toBeLessThan(20)
})
