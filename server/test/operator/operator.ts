import { expect } from 'vitest'
import type { BackupList, OperatorTask, StartTask } from '#contract/operator.ts'
import type { Config } from '#server/config.ts'
import { confirmedOwner, Person } from '#server/test/people.ts'
import { secondServer, testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'

export const operatorAddress = 'olga@operators.test'
const secret = 'a secret of the tests that is long enough'

/**
 * A server with an operator, who had confirmed the address before. Its mail server is away. `own` is of this
 * server alone.
 */
export async function appWithOperator(
  settings: Record<string, string> = {},
  own: Partial<Pick<Config, 'lmtpListen'>> = {},
) {
  const before = await testApp(
    { SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: 'http://localhost', APP_SECRET: secret, ...settings },
    secret,
  )
  const { user, accessToken, password } = await confirmedOwner(before, { email: operatorAddress })
  const operators = ['someone@else.test', 'another@else.test', operatorAddress]
  const config = { ...before.config, operators, ...own }
  const app = await secondServer({ ...before, config })
  return { app, operator: new Person(app, user, accessToken, password) }
}

export async function listBackups(operator: Person): Promise<BackupList> {
  const { status, body } = await operator.get<BackupList>('/operator/backups')
  expect(status).toBe(200)
  return body.data
}

/** Starts a task, and returns it once it has finished. */
export async function runTask(operator: Person, order: StartTask): Promise<OperatorTask> {
  const { status, body } = await operator.post('/operator/tasks', order)
  expect(status).toBe(201)
  return waitFor(async () => {
    const { data } = (await operator.get<OperatorTask>(`/operator/tasks/${body.data._id}`)).body
    expect(data.finishedAt).not.toBeNull()
    return data
  })
}
