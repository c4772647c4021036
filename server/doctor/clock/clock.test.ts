import { networkInterfaces } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { urlOf } from '#server/database/connecting/connectionUrl.ts'
import { openDatabase } from '#server/database/database.ts'
import { startCluster } from '#server/test/database/cluster.ts'
import { diagnose } from '#server/test/doctor/diagnose.ts'
import { webServer } from '#server/test/doctor/servers.ts'
import { storingIn } from '#server/test/storage/objectStorage.ts'
import { checkClock, judgeClocks } from './clockCheck.ts'
import { isThisMachine } from './thisMachine.ts'
import { askWeb } from './webClock.ts'

const hour = 3600
const limitMs = 60_000

type Ahead = { storage?: number; database?: number; web?: number }

/** The findings for clocks that are ahead of the one of this machine by so many seconds; `web` is the one of PUBLIC_URL. */
function judge({ storage, database, web }: Ahead) {
  const clocks = [
    { called: 'the storage', ahead: storage, mayBeOurs: false },
    { called: 'the database', ahead: database, mayBeOurs: false },
    { called: 'desk.example', ahead: web, mayBeOurs: true },
  ]
  return judgeClocks(clocks.flatMap(({ ahead, ...clock }) => (ahead === undefined ? [] : [{ ...clock, ahead }])))
}

const noOther = 'There is no other clock to compare with the one of this machine.'

test('clocks that agree are fine, and so is a machine without another one to compare with [D13.1]', () => {
  expect(judge({ storage: 2, database: -1, web: 0 })).toEqual([
    {
      subject: 'clock',
      level: 'ok',
      fact: 'The clock of this machine agrees with the storage and the database.',
    },
  ])
  expect(judge({})).toEqual([{ subject: 'clock', level: 'ok', fact: noOther }])
})

test('one clock that differs is a problem, without a guess which one is wrong [D13.1]', () => {
  expect(judge({ storage: 3 * hour })).toEqual([
    {
      subject: 'clock',
      level: 'problem',
      fact: 'The clock of the storage is 3 hours ahead of the one of this machine. One of the two is wrong.',
      next: 'Find out which one, and set it, for example by NTP.',
    },
  ])
})

test('if a third clock agrees with one of the two, the other one is probably wrong [D13.1]', () => {
  expect(judge({ storage: -3 * hour, database: 1 })).toEqual([
    {
      subject: 'clock',
      level: 'problem',
      fact: 'The clock of the storage is 3 hours behind the one of this machine. The one of the storage is probably wrong.',
      next: 'Set the clock of the storage, for example by NTP.',
    },
  ])
  for (const other of [{ database: 3 * hour + 1 }, { web: 3 * hour + 1 }]) {
    const both = judge({ storage: 3 * hour, ...other })
    expect(both.map(({ fact }) => fact)).toEqual([
      expect.stringMatching(/^The clock of the storage is 3 hours ahead .* of this machine is probably wrong\.$/),
      expect.stringMatching(/is 3 hours ahead .* The one of this machine is probably wrong\.$/),
    ])
  }
})

test('a public address that agrees shows nothing, because it may lead to this machine [D13.1]', () => {
  expect(judge({ web: 0 }).map(({ fact }) => fact)).toEqual([noOther])
  expect(judge({ storage: -3 * hour, web: 0 }).map(({ fact }) => fact)).toEqual([
    expect.stringMatching(/^The clock of the storage is 3 hours behind .* One of the two is wrong\.$/),
  ])
})

test('a difference that does not matter yet is a warning [D13.1]', () => {
  expect(judge({ storage: 200 })).toEqual([
    expect.objectContaining({ level: 'warning', fact: expect.stringContaining('is 3 minutes ahead of') }),
  ])
})

test('a database, an object storage and a public address on this machine are not compared with it [D13.1]', async () => {
  const { connection } = await startCluster()
  const port = await webServer({ ahead: 3 * hour })
  for (const database of [connection, { ...connection, host: '127.0.0.1' }]) {
    const lines = await diagnose({
      DATABASE_URL: urlOf(database),
      ...storingIn(`s3://files?endpoint=http://127.0.0.1:${port}`),
      PUBLIC_URL: `http://localhost:${port}`,
    })
    expect(lines.filter((line) => line.startsWith('clock'))).toEqual([`clock ok: ${noOther}`])
  }
})

test('the clock of a database on another machine counts [D13.1]', async () => {
  const { connection } = await startCluster()
  const db = openDatabase(connection, 1)
  onTestFinished(() => db.end())
  const database = { connection: { ...connection, host: '192.0.2.1' }, db }
  const findings = await checkClock({ config: { bucket: undefined, publicUrl: undefined }, database }, limitMs)
  expect(findings.map(({ fact }) => fact)).toEqual(['The clock of this machine agrees with the database.'])
})

test('this machine is recognised by its sockets and by all its addresses [D13.1]', async () => {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => (addresses ?? []).map(({ address }) => address))
  for (const host of ['/run/postgresql', 'localhost', '127.0.0.1', '127.0.1.1', '[::1]', ...own])
    expect([host, await isThisMachine(host)]).toEqual([host, true])
  // Addresses for documentation (RFC 5737, RFC 3849).
  for (const host of ['192.0.2.1', '[2001:db8::1]']) expect([host, await isThisMachine(host)]).toEqual([host, false])
})

/** Asks a new web server. */
async function ask(server: Parameters<typeof webServer>[0]) {
  return askWeb(new URL(`http://127.0.0.1:${await webServer(server)}/desk`), limitMs)
}

test('the clock of a web server is read behind a cache, and never from a response that a cache has kept [D13.1]', async () => {
  for (const keeps of ['nothing', 'pages'] as const) {
    const before = Date.now()
    const moment = await ask({ ahead: 3 * hour, keeps })
    // The date has whole seconds.
    expect(moment).toBeGreaterThan(before + 3 * hour * 1000 - 1000)
    expect(moment).toBeLessThanOrEqual(Date.now() + 3 * hour * 1000)
  }
  await expect(ask({ keeps: 'everything' })).rejects.toThrow(/^A cache has responded for 127\.0\.0\.1:\d+$/)
})
