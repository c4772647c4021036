import { expect, onTestFinished, test } from 'vitest'
import type { Installation, OperatorTask } from '#contract/operator.ts'
import { appWithOperator, runTask } from '#server/test/operator/operator.ts'
import { Person } from '#server/test/people.ts'
import { secondServer } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'

const { app, operator } = await appWithOperator()

/** The operator on another server, whose commands do not end until the test does, or fail with its end. */
async function onBusyServer(stopping = new AbortController()) {
  let release!: (lines: string[]) => void
  const held = new Promise<string[]>((resolve, reject) => {
    release = resolve
    stopping.signal.addEventListener('abort', () => reject(new Error('killed')))
  })
  held.catch(() => undefined)
  const server = await secondServer({ ...app, runCommand: () => held, stopping: stopping.signal })
  // Before the server closes, which waits for its task.
  onTestFinished(() => release([]))
  return { server, person: new Person(server, operator.user, operator.accessToken, operator.password), release }
}

/** The task of a server that said so long ago that it runs. */
async function insertLeft(ago: string) {
  await app.db`
    insert into operator_task (id, kind, requested_by, alive_at)
    values (gen_random_uuid(), 'check', 'olga', clock_timestamp() - ${ago}::text::interval)`
}

async function newest() {
  return (await operator.get<Installation>('/operator')).body.data.lastTasks[0]!
}

test('one task runs at a time, on all servers together, and the refusal says what runs [D13.5]', async () => {
  const { person, release } = await onBusyServer()
  const started = await person.post<OperatorTask>('/operator/tasks', { kind: 'check' })
  expect(started.status).toBe(201)
  const refused = await operator.post('/operator/tasks', { kind: 'backup' })
  expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect(refused.body.message).toBe('The live system is being checked. Wait until it has finished')
  expect(await newest()).toMatchObject({ _id: started.body.data._id, finishedAt: null, outcome: null, lines: [] })
  release(['Done.'])
  await waitFor(async () => expect(await newest()).toMatchObject({ outcome: 'succeeded', lines: ['Done.'] }))
  expect((await runTask(operator, { kind: 'backup' })).outcome).toBe('succeeded')
})

test('a task whose server stops is interrupted, and the next one can start [D13.5]', async () => {
  const stopping = new AbortController()
  const { server, person } = await onBusyServer(stopping)
  await person.post('/operator/tasks', { kind: 'check' })
  stopping.abort()
  await server.app.close()
  expect(await newest()).toMatchObject({ kind: 'check', outcome: 'interrupted' })
  expect((await runTask(operator, { kind: 'backup' })).outcome).toBe('succeeded')
})

test('a task whose server was killed counts as interrupted when it shows no sign of life [D13.5]', async () => {
  await insertLeft('30 seconds')
  expect((await newest()).outcome).toBeNull()
  await app.db`delete from operator_task where finished_at is null`
  await insertLeft('61 seconds')
  expect((await newest()).outcome).toBe('interrupted')
  expect((await runTask(operator, { kind: 'backup' })).outcome).toBe('succeeded')
})

test('a task that does not exist, and an unknown backup, are a 404 [D13.5]', async () => {
  expect((await operator.get('/operator/tasks/019a0000-0000-7000-8000-000000000000')).status).toBe(404)
  for (const backup of ['2026-01-01T00-00-00.000Z', '../files', '/etc'])
    expect((await operator.post('/operator/tasks', { kind: 'verify', backup })).status).toBe(404)
})
