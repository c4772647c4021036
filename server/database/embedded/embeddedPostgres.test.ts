import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '#server/database/database.ts'
import { callElsewhere } from '#server/test/elsewhere.ts'
import { startEmbeddedPostgres } from './embeddedPostgres.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

type Running = Awaited<ReturnType<typeof startEmbeddedPostgres>>

let base: string
/** With a database; each test starts and stops it. */
let dataFolder: string
let running: Running[] = []

/** Below a folder that is closed to all but its owner, as mktemp makes them and /root is; after an interrupted start. */
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'embedded-'))
  dataFolder = join(base, 'data')
  await mkdir(join(dataFolder, 'postgres.new'), { recursive: true })
  await writeFile(join(dataFolder, 'postgres.new/PG_VERSION'), '18\n')
  const { stop } = await startEmbeddedPostgres(dataFolder)
  await stop()
})

afterEach(async () => {
  for (const { stop } of running.splice(0)) await stop()
})

// What was killed may still be writing its last.
afterAll(() => rm(base, { recursive: true, maxRetries: 20, retryDelay: 50 }))

async function start(folder = dataFolder) {
  const started = await startEmbeddedPostgres(folder)
  running.push(started)
  return started
}

async function ask<T extends object>({ connection }: Pick<Running, 'connection'>, query: string) {
  const db = openDatabase(connection, 1)
  try {
    return await db.unsafe<T[]>(query)
  } finally {
    await db.end()
  }
}

/** One that has ended but whose parent has not yet asked for its exit code is not alive. */
function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** A server that writes and notes what was acknowledged, and can be killed. */
async function startWriter() {
  const noted = await mkdtemp(join(base, 'noted-'))
  const path = join(noted, 'acknowledged')
  const { result, killHard } = await callElsewhere('server/test/endlessWriter.ts', 'writeEndlessly', dataFolder, path)
  const acknowledged = async () => (await readFile(path, 'utf8')).trim().split('\n').map(Number)
  return { postgresPid: result as number, killHard, acknowledged }
}

async function storedNumbers(started: Running) {
  const rows = await ask<{ value: number }>(started, 'select value from number order by value')
  return rows.map(({ value }) => value)
}

test('what was written is there after a stop and a start, and nothing runs in between', async () => {
  const first = await start()
  await ask(first, 'create table kept (value integer); insert into kept values (42)')
  await first.stop()
  expect(isAlive(first.pid())).toBe(false)
  expect(await ask(await start(), 'select value from kept')).toEqual([{ value: 42 }])
})

test('what is acknowledged is on the disk, with checksums', async () => {
  const [settings] = await ask(
    await start(),
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
      current_setting('full_page_writes') as pages, current_setting('data_checksums') as checksums`,
  )
  expect(settings).toEqual({ fsync: 'on', commit: 'on', pages: 'on', checksums: 'on' })
})

test('the product is no superuser, and letters beyond ASCII are letters', async () => {
  const [row] = await ask(
    await start(),
    `select usesuper, lower('ÄÉЖ') as lower, 'Ä' ~ '\\w' as word from pg_user where usename = current_user`,
  )
  expect(row).toEqual({ usesuper: false, lower: 'äéж', word: true })
})

test('it listens on a socket in its own folder and nowhere else', async () => {
  const started = await start()
  expect(started.connection.host).toBe(join(dataFolder, 'postgres'))
  expect(await ask(started, 'show listen_addresses')).toEqual([{ listenAddresses: '' }])
})

test('after its server was killed in the middle of writing, all that was acknowledged is there', async () => {
  const writer = await startWriter()
  await writer.killHard()
  expect(isAlive(writer.postgresPid)).toBe(true)
  const started = await start()
  expect(isAlive(writer.postgresPid)).toBe(false)
  const acknowledged = await writer.acknowledged()
  expect(acknowledged.length).toBeGreaterThan(5)
  expect(await storedNumbers(started)).toEqual(expect.arrayContaining(acknowledged))
})

test('after everything was killed in the middle of writing, all that was acknowledged is there', async () => {
  const writer = await startWriter()
  process.kill(writer.postgresPid, 'SIGKILL')
  await writer.killHard()
  expect(await storedNumbers(await start())).toEqual(expect.arrayContaining(await writer.acknowledged()))
  expect(await readFile(join(dataFolder, 'postgres.log'), 'utf8')).toContain('automatic recovery in progress')
})

test('a pid file that names another process is removed, and that process left alone', async () => {
  const stranger = await callElsewhere('server/socketPath.ts', 'isSocketPath', '/')
  const record = `${stranger.pid}\n/proc/self/cwd\n1\n5432\n/proc/self/cwd\n\n0 0\nready   \n`
  await writeFile(join(dataFolder, 'postgres/postmaster.pid'), record)
  await writeFile(join(dataFolder, 'postgres/.s.PGSQL.5432.lock'), record)
  await start()
  expect(isAlive(stranger.pid)).toBe(true)
  await stranger.killHard()
})

test('an interrupted first start is begun anew', async () => {
  expect(existsSync(join(dataFolder, 'postgres.new'))).toBe(false)
  expect(await ask(await start(), 'select 1 as one')).toEqual([{ one: 1 }])
})

test('where the path is too long for a socket it listens on the loopback and wants a password', async () => {
  const long = join(base, 'x'.repeat(120))
  await rename(dataFolder, long)
  const started = await start(long)
  expect(started.connection.host).toBe('127.0.0.1')
  expect(await ask(started, 'select 1 as one')).toEqual([{ one: 1 }])
  const guess = { connection: { ...started.connection, password: 'guess' } }
  await expect(ask(guess, 'select 1')).rejects.toThrow('password authentication failed')
  await started.stop()
  await rename(long, dataFolder)
})

test('a database of another version is refused in one line', async () => {
  await writeFile(join(dataFolder, 'postgres/PG_VERSION'), '17\n')
  await expect(start()).rejects.toThrow(
    /^PostgreSQL did not start: database files are incompatible with server .*version 17.*postgres\.log\.$/,
  )
  await writeFile(join(dataFolder, 'postgres/PG_VERSION'), '18\n')
})

test('a folder that holds something else is left alone', async () => {
  const other = await mkdtemp(join(base, 'other-'))
  await mkdir(join(other, 'postgres'))
  await writeFile(join(other, 'postgres/novel.txt'), 'It was a dark and stormy night')
  await expect(start(other)).rejects.toThrow('is not empty, and is not a database')
  expect(existsSync(join(other, 'postgres/novel.txt'))).toBe(true)
})

async function startTold() {
  const told: string[] = []
  const started = await startEmbeddedPostgres(dataFolder, (event) => told.push(event))
  running.push(started)
  return { started, told }
}

test('when it ends although nobody stopped it, it is started again where it was, and who was connected goes on', async () => {
  const { started, told } = await startTold()
  const db = openDatabase(started.connection, 1)
  await db`create table outlived (value integer)`
  await db`insert into outlived values (7)`
  const first = started.pid()
  process.kill(first, 'SIGKILL')
  // What is connected is answered for a moment longer.
  await expect.poll(() => started.pid()).not.toBe(first)
  await expect.poll(() => db`select value from outlived`.catch(() => 'away')).toEqual([{ value: 7 }])
  await db.end()
  expect(told).toEqual(['PostgreSQL has ended by itself: killed by SIGKILL. Starting it again.'])
})

test('while it cannot be started again that is told, and tried until it can', async () => {
  const { started, told } = await startTold()
  await writeFile(join(dataFolder, 'postgres/PG_VERSION'), '17\n')
  process.kill(started.pid(), 'SIGKILL')
  await expect.poll(() => told.at(-1)).toMatch(/incompatible .* It is tried again in \d/)
  await writeFile(join(dataFolder, 'postgres/PG_VERSION'), '18\n')
  const isBack = () => ask(started, 'select 1 as one').catch(() => 'away')
  await expect.poll(isBack).toEqual([{ one: 1 }])
})

test('stopped while it is being started again, it is stopped', async () => {
  const { started } = await startTold()
  const first = started.pid()
  process.kill(first, 'SIGKILL')
  await expect.poll(() => isAlive(first)).toBe(false)
  await started.stop()
  expect(isAlive(started.pid())).toBe(false)
})

test.runIf(process.platform === 'linux')('a Ctrl+C at the terminal does not reach it', async () => {
  const pid = (await start()).pid()
  const [, , group] = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ')
  expect(Number(group)).toBe(pid)
})

const isRootOnLinux = process.platform === 'linux' && process.getuid?.() === 0

test.runIf(isRootOnLinux)('started by root, it runs as the owner of its folder, who is not root', async () => {
  const pid = (await start()).pid()
  const [, ids] = /^Uid:\s+(.*)$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  expect(ids?.split('\t')).not.toContain('0')
})
