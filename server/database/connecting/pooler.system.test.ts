import { expect, test } from 'vitest'
import { poolerPath, startPooler } from '#server/test/database/pooler.ts'
import { listen } from '#server/test/listening.ts'
import { people, Person, registerOwner } from '#server/test/people.ts'
import { secondServer, testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'
import { connectionFrom } from './connectionFrom.ts'
import { requireUsable } from './requireUsable.ts'

const direct = await testApp()
const place = poolerPath ? await startPooler(poolerPath, direct.connection) : direct.connection
const { agent, member } = await people(direct)

test.skipIf(!poolerPath)('the product works behind pgbouncer in transaction mode [D13.2]', async () => {
  await expect(requireUsable({ ...place, pooler: 'transaction' })).resolves.toBeDefined()
  const pooled = await secondServer({ ...direct, connection: { ...place, pooler: 'transaction' } })
  const through = ({ user, accessToken, password }: Person) => new Person(pooled, user, accessToken, password)
  const owner = await registerOwner(pooled)
  const raised = await Promise.all(Array.from({ length: 40 }, (_, n) => owner.raise({ summery: `Pooled ${n}` })))
  expect(new Set(raised.map(({ enquiryId }) => enquiryId)).size).toBe(40)
  expect((await owner.get('/enquiry?search=pooled&sort=summery')).body.data.totalDocs).toBe(40)
  expect((await owner.say(raised[0]!._id, 'Hello')).status).toBe(201)
  expect((await pooled.app.inject('/readyz')).statusCode).toBe(200)

  // Each server finds the other's changes in its next poll.
  const heardHere = await listen(through(member))
  const heardThere = await listen(member)
  await waitFor(() => expect([heardHere.heard.length, heardThere.heard.length].every(Boolean)).toBe(true))
  const here = await through(agent).raise()
  const there = await agent.raise()
  for (const { changes } of [heardHere, heardThere]) {
    await waitFor(() => expect(changes().map(({ id }) => id)).toEqual([here._id, there._id]))
  }
})

test.skipIf(!poolerPath)('behind a pooler, the session settings apply to each transaction', async () => {
  const connection = { ...place, pooler: 'transaction' } as const
  const { db } = await secondServer({ ...direct, connection })
  const settings = await db`
    select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement,
      current_setting('timezone') as zone`
  expect(settings).toEqual([{ lock: '3s', statement: '30s', zone: 'UTC' }])
})

test.skipIf(!poolerPath)(
  'a pooler without DATABASE_POOLER stops the start with an error that says what to set',
  async () => {
    await expect(requireUsable(place)).rejects.toThrow(
      /^DATABASE_URL points to a connection pooler\. Set DATABASE_POOLER=session or transaction, .*\.$/,
    )
  },
)

test('an unreachable database stops the start with a one-line error', async () => {
  const nowhere = connectionFrom('postgres://nobody@127.0.0.1:1/none', { pooler: 'none' })
  await expect(requireUsable(nowhere)).rejects.toThrow(/^Cannot connect to the database: .*Check DATABASE_URL\.$/)
})

test('a URL with options is refused behind a pooler, which does not pass them on', () => {
  const url = 'postgres://desk@localhost/desk?options=-c%20search_path%3Ddesk'
  expect(connectionFrom(url, { pooler: 'none' }).options).toBe('-c search_path=desk')
  expect(() => connectionFrom(url, { pooler: 'session' })).toThrow('a pooler does not pass on options')
})
