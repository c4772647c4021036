import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeJwt, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { projectRoot } from './projectRoot.ts'
import { everyRoute, isApiRoute } from './test/everyRoute.ts'
import { people, type Person } from './test/people.ts'
import { callOf, freshToken, statusOf } from './test/routeCalls.ts'
import { testApp } from './test/testApp.ts'

const secret = 'known to this test, so that it can sign an expired token'
// With mail turned on but no mail server: other tests cover what is sent.
const settings = { SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: 'http://localhost' }
const { built: app, routes } = await everyRoute(() => testApp(settings, secret))
const world = await people(app)

const columns = ['owner', 'agent', 'member', 'viewer', 'stranger', 'expired', 'none'] as const
const table = new Map(
  readFileSync(join(projectRoot, 'docs/roles.md'), 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, route]) => /^[A-Z]+ \//.test(route ?? ''))
    .map(([, route, ...statuses]) => [route!.replace(' ', ' /api'), statuses.slice(0, columns.length).map(Number)]),
)

/** A token that expired an hour ago, of a session that is still valid. */
async function expiredToken(person: Person) {
  const { company, session } = decodeJwt(await freshToken(person))
  const key = createHmac('sha256', secret).update('access tokens').digest()
  return new SignJWT({ company, session })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(person.user._id)
    .setExpirationTime(Math.floor(Date.now() / 1000) - 3600)
    .sign(key)
}

function tokenFor(column: (typeof columns)[number], person: Person) {
  if (column === 'none') return undefined
  return column === 'expired' ? expiredToken(person) : freshToken(person)
}

function isFile(route: string) {
  return /\.\w+$| \/(assets|api\/docs)\b/.test(route)
}

test('every API route has a row in the table, and every row has a route', () => {
  const served = routes.filter(isApiRoute).toSorted()
  expect([...table.keys()].toSorted(), 'docs/roles.md needs one row for each API route').toEqual(served)
  const others = routes.filter((route) => !isApiRoute(route) && !isFile(route))
  // `/t` is the page itself, which is served only once it is built.
  expect(others.filter((route) => !/ \/t(\/:token)?$/.test(route)).toSorted()).toEqual([
    'GET /c',
    'GET /c/:token',
    'GET /f/:slug',
    'GET /healthz',
    'GET /icons/:file',
    'GET /readyz',
    'GET /s',
    'GET /s/:token',
    'POST /c',
    'POST /c/:token',
    'POST /f/:slug',
    'POST /s',
    'POST /s/:token',
  ])
})

test.each([...table])(
  '%s responds to an owner, agent, member, viewer, stranger, expired token and no token as the table says [D6.2] [D6.3] [D8.3] [S6.1]',
  async (route, expected) => {
    const statuses: number[] = []
    for (const column of columns) {
      const person = column === 'expired' || column === 'none' ? world.owner : world[column]
      const call = await callOf(route, world, person)
      const { status, body } = await statusOf(person, route, call, await tokenFor(column, call.as ?? person))
      statuses.push(status)
      const isPublic = expected.at(-1) !== 401
      if (column === 'stranger' && !isPublic) expect(body).not.toContain(world.owner.user.company._id)
    }
    expect(statuses).toEqual(expected)
  },
)
