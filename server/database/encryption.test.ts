import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { certificates, tlsFront } from '#server/test/tlsFront.ts'
import { openDatabase } from './database.ts'
import { connectionFrom, requireUsable } from './databaseUrl.ts'

const folder = await mkdtemp(join(tmpdir(), 'encryption-'))
afterAll(() => rm(folder, { recursive: true }))

const given = inject('connection')
const ours = await certificates('localhost')
const caFile = await fileOf('ours.pem', ours.authority)
const strangersFile = await fileOf('strangers.pem', (await certificates('localhost')).authority)

async function fileOf(name: string, content: string) {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

async function urlTo(host: string, sslmode: string, more = '') {
  const port = await tlsFront(given, ours)
  return `postgresql://${given.user}@${host}:${port}/${given.database}?sslmode=${sslmode}${more}`
}

test.each([
  ['require', 'localhost', undefined],
  ['prefer', 'localhost', undefined],
  ['verify-ca', '127.0.0.1', caFile],
  ['verify-full', 'localhost', caFile],
])('with sslmode=%s the connection to %s is encrypted', async (sslmode, host, ca) => {
  const connection = connectionFrom(await urlTo(host, sslmode), { caFile: ca, pooler: 'none' })
  const db = openDatabase(await requireUsable(connection), 1)
  expect(await db`select 1 as one`).toEqual([{ one: 1 }])
  await db.end()
})

test.each([
  ['verify-full', '127.0.0.1', caFile, /does not match certificate's altnames/],
  ['verify-full', 'localhost', strangersFile, /certificate/],
  ['verify-ca', 'localhost', strangersFile, /certificate/],
  ['verify-full', 'localhost', undefined, /certificate/],
])(
  'with sslmode=%s an untrusted database at %s is refused with a one-line error (%#)',
  async (sslmode, host, ca, reason) => {
    const connection = connectionFrom(await urlTo(host, sslmode), { caFile: ca, pooler: 'none' })
    const refused = await requireUsable(connection).catch((error: Error) => error.message)
    expect(refused).toMatch(/^Cannot connect to the database: .*Check DATABASE_URL\.$/)
    expect(refused).toMatch(reason)
  },
)

test('sslrootcert in the URL has the same effect as DATABASE_CA', async () => {
  const url = await urlTo('localhost', 'verify-full', `&sslrootcert=${encodeURIComponent(caFile)}`)
  await expect(requireUsable(connectionFrom(url, { pooler: 'none' }))).resolves.toBeDefined()
})

test('queries are cancelled over an encrypted connection too', async () => {
  const connection = connectionFrom(await urlTo('localhost', 'verify-full'), { caFile, pooler: 'none' })
  const db = openDatabase(connection, 1, { statementTimeout: 0, lockTimeout: 0 })
  const stop = new AbortController()
  const sleeping = db.until(stop.signal)`select pg_sleep(600)`.catch((error: Error) => error)
  const direct = openDatabase(given, 1)
  const asleep = () =>
    direct`select from pg_stat_activity where query like 'select pg_sleep(600)%' and state = 'active'`
  await expect.poll(asleep).toHaveLength(1)
  stop.abort()
  expect(await sleeping).toBeInstanceOf(Error)
  await expect.poll(asleep).toHaveLength(0)
  await Promise.all([db.end(), direct.end()])
})
