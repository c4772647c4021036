import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeJwt, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { projectRoot } from './projectRoot.ts'
import { people, type Person } from './test/people.ts'
import { everyRoute, isApiRoute } from './test/routes/everyRoute.ts'
import { type Answers, type Column, columns, rolesDocument } from './test/routes/rolesDocument.ts'
import { statusOf } from './test/routes/routeAnswers.ts'
import { calledRoutes, callOf, freshToken } from './test/routes/routeCalls.ts'
import { testApp } from './test/testApp.ts'

const secret = 'known to this test, so that it can sign an expired token'
// With mail turned on but no mail server: other tests cover what is sent.
const settings = { SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: 'http://localhost' }
const { built: app, routes } = await everyRoute(() => testApp(settings, secret))
const world = await people(app)

const path = join(projectRoot, 'docs/roles.md')
const answered: Answers[] = []

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

function tokenFor(column: Column, person: Person) {
  if (column === 'no token') return undefined
  return column === 'expired token' ? expiredToken(person) : freshToken(person)
}

function isFile(route: string) {
  return /\.\w+$| \/(assets|api\/docs)\b/.test(route)
}

test('every API route has a call, and every call has a route', () => {
  expect(calledRoutes().toSorted()).toEqual(routes.filter(isApiRoute).toSorted())
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

test.each(calledRoutes())(
  '%s answers an owner, agent, member, viewer, stranger, expired token and no token, and shows no stranger the company [D6.2] [D6.3]',
  async (route) => {
    const answers: Answers['answers'] = []
    for (const column of columns) {
      const person = column === 'expired token' || column === 'no token' ? world.owner : world[column]
      const call = await callOf(route, world, person)
      answers.push({ column, ...(await statusOf(person, route, call, await tokenFor(column, call.as ?? person))) })
    }
    answered.push({ route, answers })
    const isPublic = answers.at(-1)!.status !== 401
    const { body } = answers.find(({ column }) => column === 'stranger')!
    expect(isPublic ? '' : body).not.toContain(world.owner.user.company._id)
  },
)

test('docs/roles.md has the status of every answer, and each field that it contains [D6.2] [D6.3] [D8.3] [S6.1]', async () => {
  // After a change that is meant, `npm run test:server -- roles -u` writes the document.
  await expect(rolesDocument(readFileSync(path, 'utf8'), answered)).toMatchFileSnapshot(path)
})
