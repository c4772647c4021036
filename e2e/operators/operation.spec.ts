import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { test } from '#e2e/support/journey.ts'
import { password } from '#e2e/support/people.ts'
import { newFolder, removeFolders, Server } from '#e2e/support/server.ts'

test.afterAll(removeFolders)

async function post(address: string, path: string, data: object, token?: string) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const response = await fetch(`${address}/api${path}`, { method: 'POST', headers, body: JSON.stringify(data) })
  return { status: response.status, data: (await response.json()).data }
}

async function register(address: string) {
  const email = `${randomUUID()}@acme.test`
  const { data } = await post(address, '/auth/register', { companyName: 'A', name: 'A', email, password })
  return data.accessToken as string
}

test('after kill -9 under load, everything acknowledged is stored, and nothing is stored in part', async () => {
  const folder = await newFolder()
  const first = new Server(folder)
  const address = await first.address()
  const token = await register(address)
  const { data: enquiry } = await post(address, '/enquiry', { enquiryType: 'Thread' }, token)

  const acknowledged: string[] = []
  const write = async (writer: number) => {
    for (let number = 0; ; number++) {
      const message = `${writer}-${number}`
      const sent = await post(address, '/chat', { enquiry: enquiry._id, side: 'customer', message }, token)
      if (sent.status === 201) acknowledged.push(message)
    }
  }
  const writers = Promise.allSettled([1, 2, 3, 4].map(write))
  await expect.poll(() => acknowledged.length).toBeGreaterThan(40)
  await first.end('SIGKILL')
  await writers

  const second = new Server(folder)
  const secondAddress = await second.address()
  const stored: { seq: number; message: string }[] = []
  for (let isMore = true; isMore;) {
    const headers = { authorization: `Bearer ${token}` }
    const url = `${secondAddress}/api/chat?enquiryId=${enquiry._id}&limit=200&after=${stored.length}`
    const { data } = await (await fetch(url, { headers })).json()
    stored.push(...data.docs)
    isMore = data.hasLater
  }
  expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => index + 1))
  expect(stored.map(({ message }) => message)).toEqual(expect.arrayContaining(acknowledged))
  expect(await second.end('SIGINT')).toBe(0)
})

test('a bulk change that kill -9 interrupts continues after the next start', async () => {
  const folder = await newFolder()
  const first = new Server(folder)
  const address = await first.address()
  const token = await register(address)
  const authorization = `Bearer ${token}`
  const total = 6000
  const body = `Type\n${'Delivery\n'.repeat(total)}`
  const headers = { authorization, 'content-type': 'text/csv' }
  expect((await fetch(`${address}/api/enquiry/import`, { method: 'POST', headers, body })).status).toBe(201)
  const read = async (from: string, path: string) => {
    return (await (await fetch(`${from}/api${path}`, { headers: { authorization } })).json()).data
  }
  const started = await post(address, '/enquiry/bulk', { filter: {}, enquiryStatus: 'closed' }, token)
  const path = `/jobs/${started.data._id}`
  let job = started.data
  await expect.poll(async () => (job = await read(address, path)).done, { intervals: [20] }).toBeGreaterThan(0)
  await first.end('SIGKILL')
  expect(job).toMatchObject({ total, isFinished: false })

  const second = new Server(folder)
  const secondAddress = await second.address()
  await expect.poll(async () => (await read(secondAddress, path)).isFinished, { timeout: 60_000 }).toBe(true)
  expect(await read(secondAddress, path)).toMatchObject({ done: total, changed: total, canUndo: true })
  expect((await read(secondAddress, '/enquiry/summary')).byStatus).toMatchObject({ open: 0, closed: total })
  expect(await second.end('SIGTERM')).toBe(0)
})

test('two servers share the database that DATABASE_URL names', async () => {
  const database = new Server(await newFolder())
  await database.address()
  const url = `postgresql:///enquiry_desk?host=${join(database.folder, 'postgres')}&user=enquiry_desk`
  const settings = { DATABASE_URL: url, APP_SECRET: randomUUID() }
  const [one, two] = [new Server(await newFolder(), settings), new Server(await newFolder(), settings)]
  const token = await register(await one.address())
  const headers = { authorization: `Bearer ${token}` }
  expect((await fetch(`${await two.address()}/api/auth/profile`, { headers })).status).toBe(200)
  for (const server of [one, two, database]) expect(await server.end('SIGTERM')).toBe(0)
})

async function startupError(folder: string, settings: Record<string, string> = {}) {
  const server = new Server(folder, settings)
  expect(await server.end()).toBe(1)
  const lines = server.output.trim().split('\n')
  expect(lines, server.output).toHaveLength(1)
  return lines[0]!
}

test.describe('one clear line, a non-zero exit and no stack trace for', () => {
  test('a data folder in use, and a port in use', async () => {
    const folder = await newFolder()
    const running = new Server(folder)
    const { port } = new URL(await running.address())
    expect(await startupError(folder)).toContain('in use by another server')
    expect(await startupError(await newFolder(), { PORT: port })).toContain(`Port ${port} is in use`)
    expect(await running.end('SIGTERM')).toBe(0)
  })

  test('a folder that cannot be written', async () => {
    expect(await startupError('/proc/no/such/folder')).toContain('Cannot write to the data folder')
    expect(await startupError(join(process.cwd(), 'package.json', 'data'))).toContain('Cannot write to the data folder')
    expect(JSON.parse(await readFile('package.json', 'utf8'))).toHaveProperty('name')
  })

  test('wrong settings, and a database that cannot be reached', async () => {
    expect(await startupError(await newFolder(), { PORT: 'abc', LOG_LEVEL: 'loud' })).toMatch(/PORT.*LOG_LEVEL/)
    const nowhere = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
    expect(await startupError(await newFolder(), nowhere)).toContain('Check DATABASE_URL')
  })
})
