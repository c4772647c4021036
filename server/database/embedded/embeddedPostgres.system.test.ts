import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '#server/database/database.ts'
import { fillDisk, smallDisk } from '#server/test/backups/smallDisk.ts'
import { callInChildProcess } from '#server/test/processes/childProcess.ts'
import { startEmbeddedPostgres } from './embeddedPostgres.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

type Running = Awaited<ReturnType<typeof startEmbeddedPostgres>>

const small = await smallDisk(320)
let base: string
/** A data folder with a database, which each test starts and stops. */
let dataFolder: string
let running: Running[] = []

/** The folder above is accessible to its owner only, like /root, and contains the leftovers of an interrupted start. */
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

// Killed processes may still be writing.
afterAll(() => rm(base, { recursive: true, maxRetries: 20, retryDelay: 50 }))

async function start(folder = dataFolder) {
  const started = await startEmbeddedPostgres(folder)
  running.push(started)
  return started
}

async function queryAll<T extends object>({ connection }: Pick<Running, 'connection'>, query: string) {
  const db = openDatabase(connection, 1)
  try {
    return await db.unsafe<T[]>(query)
  } finally {
    await db.end()
  }
}

/** A zombie, whose parent has not yet collected its exit code, does not count as alive. */
function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** A server process that keeps writing and logs what was acknowledged, until it is killed. */
async function startWriter() {
  const folder = await mkdtemp(join(base, 'writer-'))
  const path = join(folder, 'acknowledged')
  const { result, killHard } = await callInChildProcess(
    'server/test/endlessWriter.ts',
    'writeEndlessly',
    dataFolder,
    path,
  )
  const acknowledged = async () => (await readFile(path, 'utf8')).trim().split('\n').map(Number)
  return { postgresPid: result as number, killHard, acknowledged }
}

async function storedNumbers(started: Running) {
  const rows = await queryAll<{ value: number }>(started, 'select value from number order by value')
  return rows.map(({ value }) => value)
}

test('data survives a stop and a start, and no process runs in between', async () => {
  const first = await start()
  await queryAll(first, 'create table kept (value integer); insert into kept values (42)')
  await first.stop()
  expect(isAlive(first.pid())).toBe(false)
  expect(await queryAll(await start(), 'select value from kept')).toEqual([{ value: 42 }])
})

test('commits reach the disk before they are acknowledged, with page checksums', async () => {
  const [settings] = await queryAll(
    await start(),
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
      current_setting('full_page_writes') as pages, current_setting('data_checksums') as checksums`,
  )
  expect(settings).toEqual({ fsync: 'on', commit: 'on', pages: 'on', checksums: 'on' })
})

test('the product is not a superuser, and non-ASCII letters count as letters', async () => {
  const [row] = await queryAll(
    await start(),
    `select usesuper, lower('ÄÉЖ') as lower, 'Ä' ~ '\\w' as word from pg_user where usename = current_user`,
  )
  expect(row).toEqual({ usesuper: false, lower: 'äéж', word: true })
})

test('it listens on a socket in its own folder and nowhere else', async () => {
  const started = await start()
  expect(started.connection.host).toBe(join(dataFolder, 'postgres'))
  expect(await queryAll(started, 'show listen_addresses')).toEqual([{ listenAddresses: '' }])
})

test('all acknowledged writes survive when the server process is killed', async () => {
  const writer = await startWriter()
  await writer.killHard()
  expect(isAlive(writer.postgresPid)).toBe(true)
  const started = await start()
  expect(isAlive(writer.postgresPid)).toBe(false)
  const acknowledged = await writer.acknowledged()
  expect(acknowledged.length).toBeGreaterThan(5)
  expect(await storedNumbers(started)).toEqual(expect.arrayContaining(acknowledged))
})

test('all acknowledged writes survive when the server and PostgreSQL are killed', async () => {
  const writer = await startWriter()
  process.kill(writer.postgresPid, 'SIGKILL')
  await writer.killHard()
  expect(await storedNumbers(await start())).toEqual(expect.arrayContaining(await writer.acknowledged()))
  expect(await readFile(join(dataFolder, 'postgres.log'), 'utf8')).toContain('automatic recovery in progress')
})

test('a pid file that names another process is removed, and that process keeps running', async () => {
  const stranger = await callInChildProcess('server/socketPath.ts', 'isSocketPath', '/')
  const record = `${stranger.pid}\n/proc/self/cwd\n1\n5432\n/proc/self/cwd\n\n0 0\nready   \n`
  await writeFile(join(dataFolder, 'postgres/postmaster.pid'), record)
  await writeFile(join(dataFolder, 'postgres/.s.PGSQL.5432.lock'), record)
  await start()
  expect(isAlive(stranger.pid)).toBe(true)
  await stranger.killHard()
})

test('an interrupted first start begins again', async () => {
  expect(existsSync(join(dataFolder, 'postgres.new'))).toBe(false)
  expect(await queryAll(await start(), 'select 1 as one')).toEqual([{ one: 1 }])
})

test('if the path is too long for a socket, it listens on the loopback address and requires a password', async () => {
  const long = join(base, 'x'.repeat(120))
  await rename(dataFolder, long)
  const started = await start(long)
  expect(started.connection.host).toBe('127.0.0.1')
  expect(await queryAll(started, 'select 1 as one')).toEqual([{ one: 1 }])
  const guess = { connection: { ...started.connection, password: 'guess' } }
  await expect(queryAll(guess, 'select 1')).rejects.toThrow('password authentication failed')
  await started.stop()
  await rename(long, dataFolder)
})

test('a folder with other content is left alone', async () => {
  const other = await mkdtemp(join(base, 'other-'))
  await mkdir(join(other, 'postgres'))
  await writeFile(join(other, 'postgres/novel.txt'), 'It was a dark and stormy night')
  await expect(start(other)).rejects.toThrow('is not empty and is not a database')
  expect(existsSync(join(other, 'postgres/novel.txt'))).toBe(true)
})

async function startWithReports() {
  const reports: string[] = []
  const started = await startEmbeddedPostgres(dataFolder, (report) => reports.push(report))
  running.push(started)
  return { started, reports }
}

test('when it ends unexpectedly, it restarts in the same place, and connected clients continue', async () => {
  const { started, reports } = await startWithReports()
  const db = openDatabase(started.connection, 1)
  await db`create table outlived (value integer)`
  await db`insert into outlived values (7)`
  const first = started.pid()
  process.kill(first, 'SIGKILL')
  // Existing sessions outlive the killed postmaster for a moment.
  await expect.poll(() => started.pid()).not.toBe(first)
  await expect.poll(() => db`select value from outlived`.catch(() => 'away')).toEqual([{ value: 7 }])
  await db.end()
  expect(reports).toEqual(['PostgreSQL ended unexpectedly: killed by SIGKILL. Restarting it.'])
})

test('if it cannot restart, it reports why and retries until it can', async () => {
  const { started, reports } = await startWithReports()
  await writeFile(join(dataFolder, 'postgres/PG_VERSION'), '17\n')
  process.kill(started.pid(), 'SIGKILL')
  await expect.poll(() => reports.at(-1)).toMatch(/incompatible .* Retrying in \d/)
  await writeFile(join(dataFolder, 'postgres/PG_VERSION'), '18\n')
  const isBack = () => queryAll(started, 'select 1 as one').catch(() => 'away')
  await expect.poll(isBack).toEqual([{ one: 1 }])
})

test('it can be stopped while it is restarting', async () => {
  const { started } = await startWithReports()
  const first = started.pid()
  process.kill(first, 'SIGKILL')
  await expect.poll(() => isAlive(first)).toBe(false)
  await started.stop()
  expect(isAlive(started.pid())).toBe(false)
})

test.skipIf(!small)('if its disk is full, it asks for room', async () => {
  const folder = join(small!, 'data')
  await start(folder).then(({ stop }) => stop())
  for (const bytesLeft of [0, 4096]) {
    const makeRoom = fillDisk(small!, bytesLeft)
    await expect(start(folder)).rejects.toThrow(
      /^PostgreSQL did not start: .*no space left on device\. Make room, and start again\. The rest is in .*\.log\.$/i,
    )
    await makeRoom()
  }
})

test.runIf(process.platform === 'linux')('Ctrl+C in the terminal does not reach it', async () => {
  const pid = (await start()).pid()
  const [, , group] = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ')
  expect(Number(group)).toBe(pid)
})

const isRootOnLinux = process.platform === 'linux' && process.getuid?.() === 0

test.runIf(isRootOnLinux)('when root starts it, it runs as the owner of its folder, which is not root', async () => {
  const pid = (await start()).pid()
  const [, ids] = /^Uid:\s+(.*)$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  expect(ids?.split('\t')).not.toContain('0')
})
