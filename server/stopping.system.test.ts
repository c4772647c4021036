import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { SignedIn } from '#contract/accounts.ts'
import { openDatabase } from './database/database.ts'
import { projectRoot } from './projectRoot.ts'
import { waitFor } from './test/waitFor.ts'

// Unlike with `runnerImport`, the server can still import what it needs later.
const script = `
  import { createServerModuleRunner, createServer } from 'vite'
  const vite = await createServer({ configFile: false, server: { middlewareMode: true, watch: null, ws: false } })
  await createServerModuleRunner(vite.environments.ssr).import(${JSON.stringify(join(projectRoot, 'server/main.ts'))})`

const folder = await mkdtemp(join(tmpdir(), 'stopping-'))
afterAll(() => rm(folder, { recursive: true, maxRetries: 20, retryDelay: 50 }))

/** Starts the server in a child process, on the same data folder each time. */
async function startServer(settings: Record<string, string> = {}) {
  const common = { DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'info', NODE_ENV: 'production' }
  const env = { ...process.env, ...common, ...settings }
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

function openServerDatabase() {
  return openDatabase({ host: join(folder, 'postgres'), port: 5432, user: 'enquiry_desk', database: 'enquiry_desk' }, 1)
}

/** The server exits after 9 s at most, plus some time on a busy machine. Without that limit it would take over a minute. */
const maxSeconds = 40

/** Returns how many seconds the process takes to exit. */
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

test('a server asked to stop while a housekeeping step hangs exits within 10 s, and so does PostgreSQL', async () => {
  const { child, address, postgresPid } = await startServer()
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  const db = openServerDatabase()
  await db.unsafe('begin; lock table enquiry_move in access exclusive mode')
  await waitFor(async () => expect(await db`select from pg_locks where not granted`).toHaveLength(1))

  const terminated = terminate(child)
  await waitFor(async () => {
    const response = await fetch(`${address}/readyz`)
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ message: 'The server is stopping' })
  })
  expect(await terminated).toBeLessThan(maxSeconds)
  await waitFor(() => expect(isAlive(postgresPid)).toBe(false))
  await db.end({ timeout: 1 })
})

/** Registers a person. Returns their access token, and whether the connection is kept for more requests. */
async function register(address: string) {
  const body = { companyName: 'Acme', name: 'Olivia', email: `${randomUUID()}@acme.test`, password: randomUUID() }
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${address}/api/auth/register`, { method: 'POST', headers, body: JSON.stringify(body) })
  const { data } = (await response.json()) as { data: SignedIn }
  return { status: response.status, connection: response.headers.get('connection'), token: data.accessToken }
}

test('a stopping server is not ready, still serves, keeps no connections, and sends its streams away [D13.3]', async () => {
  const { child, address } = await startServer({ DRAIN_SECONDS: '24' })
  const { token } = await register(address)
  const headers = { authorization: `Bearer ${token}` }
  const stream = (await fetch(`${address}/api/events`, { headers })).text()
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await waitFor(async () => expect((await fetch(`${address}/readyz`)).status).toBe(503))
  expect(await register(address)).toMatchObject({ status: 201, connection: 'close' })
  expect(await stream).toContain('event: leave')
  expect(await register(address)).toMatchObject({ status: 201, connection: 'close' })
  // An impatient operator ends the rest of the time.
  child.kill('SIGINT')
  expect(await ended).toEqual([0, null])
})

test('a PostgreSQL that ignores the request to stop still ends with its server', async () => {
  const { child, postgresPid } = await startServer()
  process.kill(postgresPid, 'SIGSTOP')
  expect(await terminate(child)).toBeLessThan(maxSeconds)
  process.kill(postgresPid, 'SIGCONT')
  await waitFor(() => expect(isAlive(postgresPid)).toBe(false))
})

test('a server that sends no mail says at startup that addresses are not confirmed [D12.3]', async () => {
  const { child, output } = await startServer()
  expect(output).toContain('No mail is sent (SMTP_URL is not set): email addresses are not confirmed')
  await terminate(child)
})
