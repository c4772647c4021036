import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeJwt, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { projectRoot } from './projectRoot.ts'
import { everyRoute } from './test/everyRoute.ts'
import { people, type Person } from './test/people.ts'
import { calls, freshToken, statusOf } from './test/routeCalls.ts'
import { testApp } from './test/testApp.ts'

const secret = 'known to this test, to make an old token with'
// A mail server that is never there: what is mailed, other tests tell.
const settings = { SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: 'http://localhost' }
const { built: app, routes } = await everyRoute(() => testApp(settings, secret))
const world = await people(app)

const columns = ['owner', 'agent', 'member', 'viewer', 'stranger', 'expired', 'none'] as const
const table = new Map(
  readFileSync(join(projectRoot, 'docs/roles.md'), 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, route]) => /^[A-Z]+ \//.test(route ?? ''))
    .map(([, route, ...answers]) => [route!.replace(' ', ' /api'), answers.slice(0, columns.length).map(Number)]),
)

/** Of a session that lives, by somebody who closed the browser an hour ago. */
async function expiredToken(person: Person) {
  const { company, session } = decodeJwt(await freshToken(person))
  const key = createHmac('sha256', secret).update('access tokens').digest()
  return new SignJWT({ company, session })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(person.user._id)
    .setExpirationTime(Math.floor(Date.now() / 1000) - 3600)
    .sign(key)
}

function tokenFor(who: (typeof columns)[number], person: Person) {
  if (who === 'none') return undefined
  return who === 'expired' ? expiredToken(person) : freshToken(person)
}

function isOfTheApi(route: string) {
  return / \/api\/(?!docs|openapi\.json)/.test(route)
}

function isFile(route: string) {
  return /\.\w+$/.test(route) || route.includes(' /api/docs')
}

test('every route of the API has a line in the table, and every line a route', () => {
  expect(routes.filter(isOfTheApi).toSorted()).toEqual([...table.keys()].toSorted())
  const others = routes.filter((route) => !isOfTheApi(route) && !isFile(route))
  expect(others.toSorted()).toEqual(['GET /healthz', 'GET /icons/:file', 'GET /readyz'])
})

test.each([...table])(
  '%s answers owner, agent, member, viewer, a stranger, an expired token and none as the table says [D6.2] [D6.3] [D8.3] [S6.1]',
  async (route, expected) => {
    const answers: number[] = []
    for (const who of columns) {
      const person = who === 'expired' || who === 'none' ? world.owner : world[who]
      const call = await calls[route]!(world, person)
      const { status, body } = await statusOf(person, route, call, await tokenFor(who, call.as ?? person))
      answers.push(status)
      const isForAnybody = expected.at(-1) !== 401
      if (who === 'stranger' && !isForAnybody) expect(body).not.toContain(world.owner.user.company._id)
    }
    expect(answers).toEqual(expected)
  },
)
