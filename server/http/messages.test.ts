import { expect, test } from 'vitest'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { temporaryFolder } from '#server/test/backups/backups.ts'
import { customerForm } from '#server/test/customers.ts'
import { unownedMail } from '#server/test/mail/incomingMail.ts'
import { appWithOperator, listBackups, runTask } from '#server/test/operator/operator.ts'
import { people, type Person } from '#server/test/people.ts'
import { everyRoute, isApiRoute } from '#server/test/routes/everyRoute.ts'
import { statusOf } from '#server/test/routes/routeAnswers.ts'
import { callOf, freshToken, type Call } from '#server/test/routes/routeCalls.ts'

const backupDir = await temporaryFolder()
const lmtpListen = { host: '127.0.0.1', port: await freePort() }
const settings = { BACKUP_DIR: backupDir, INCOMING_ADDRESS: 'support@desk.example' }
const { built, routes } = await everyRoute(() => appWithOperator(settings, { lmtpListen }))
const { app, operator } = built
const world = await people(app)

/** What the page sends without a person, and what changes nothing: the secret of a link belongs in no address. */
const causedByNobody = [
  'POST /api/auth/email-links/state',
  'POST /api/auth/refresh',
  'POST /api/customer/seen',
  'POST /api/invitations/state',
  'POST /api/presence',
  'POST /api/seen',
]
/** Their responses are files. */
const files = ['POST /api/enquiry/export', 'POST /api/enquiry/import/refused']

const writes = [...new Set(routes)]
  .filter((route) => isApiRoute(route) && !route.startsWith('GET ') && !files.includes(route))
  .toSorted()

const operatorCalls: Record<string, () => Promise<Call>> = {
  'POST /api/operator/tasks': async () => ({ payload: { kind: 'check' } }),
  'POST /api/operator/backups/:name/link': async () => {
    await runTask(operator, { kind: 'backup' })
    return { id: (await listBackups(operator)).docs[0]!.name, payload: {} }
  },
  'POST /api/operator/mails/:id/place': async () => {
    const form = customerForm()
    await world.owner.patch('/customer-form', form)
    return { id: await unownedMail(operator.test), payload: { company: form.slug } }
  },
  'DELETE /api/operator/mails/:id': async () => ({ id: await unownedMail(operator.test) }),
}

async function respond(route: string) {
  const call = await (operatorCalls[route]?.() ?? callOf(route, world, world.owner))
  const person: Person = call.as ?? (route in operatorCalls ? operator : world.owner)
  const { status, body } = await statusOf(person, route, call, await freshToken(person))
  expect([status, status < 300 || body]).toEqual([status, true])
  return JSON.parse(body) as { message?: string }
}

test.each(writes.filter((route) => !causedByNobody.includes(route)))(
  '%s says in its message what it has done [S8.1]',
  async (route) => {
    expect((await respond(route)).message).toMatch(/\S/)
  },
)

test('only requests that nobody causes have no message [S8.1]', async () => {
  const messages = []
  for (const route of causedByNobody) messages.push((await respond(route)).message)
  expect(messages).toEqual(causedByNobody.map(() => undefined))
})
