import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from './database/database.ts'
import { projectRoot } from './projectRoot.ts'
import { waitFor } from './test/waitFor.ts'

const script = `
  import { runnerImport } from 'vite'
  await runnerImport(${JSON.stringify(join(projectRoot, 'server/main.ts'))})`

const folder = await mkdtemp(join(tmpdir(), 'stopping-'))
afterAll(() => rm(folder, { recursive: true, maxRetries: 20, retryDelay: 50 }))

/** The server as a process of its own, on the same folder each time. */
async function startServer() {
  const env = { ...process.env, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'info', NODE_ENV: 'production' }
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: projectRoot,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const address = await waitFor(() => {
    const [, url] = /Ready at (\S+)/.exec(output) ?? []
    expect(url).toBeDefined()
    return url!
  })
  const postgresPid = Number.parseInt(await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8'), 10)
  return { child, address, postgresPid, output }
}

function openItsDatabase() {
  return openDatabase({ host: join(folder, 'postgres'), port: 5432, user: 'enquiry_desk', database: 'enquiry_desk' }, 1)
}

/** The server ends itself after 9 s; a busy machine may notice late. Without that limit it would not end in a minute. */
const slowest = 20

/** How many seconds the process takes to end. */
async function terminate(child: ChildProcess) {
  const startedAt = performance.now()
  child.kill('SIGTERM')
  await once(child, 'exit')
  return (performance.now() - startedAt) / 1000
}

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a server that is asked to stop while a step of its upkeep hangs ends within 10 s, and PostgreSQL with it', async () => {
  const { child, address, postgresPid } = await startServer()
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  const db = openItsDatabase()
  await db.unsafe('begin; lock table enquiry_move in access exclusive mode')
  await waitFor(async () => expect(await db`select from pg_locks where not granted`).toHaveLength(1))

  const terminated = terminate(child)
  await waitFor(async () => {
    const answer = await fetch(`${address}/readyz`)
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ message: 'The server is stopping' })
  })
  expect(await terminated).toBeLessThan(slowest)
  await waitFor(() => expect(isAlive(postgresPid)).toBe(false))
  await db.end({ timeout: 1 })
})

test('a PostgreSQL that does not stop when it is asked to still ends with its server', async () => {
  const { child, postgresPid } = await startServer()
  process.kill(postgresPid, 'SIGSTOP')
  expect(await terminate(child)).toBeLessThan(slowest)
  process.kill(postgresPid, 'SIGCONT')
  await waitFor(() => expect(isAlive(postgresPid)).toBe(false))
})

test('a server that sends no mail says at its start that addresses are not confirmed [D12.3]', async () => {
  const { child, output } = await startServer()
  expect(output).toContain('No mail is sent (SMTP_URL is not set): email addresses are not confirmed')
  await terminate(child)
})
