import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#server/database/database.ts'
import { certificates, encryptedWith } from '#server/test/database/certificates.ts'
import { startCluster } from '#server/test/database/cluster.ts'
import { connectionFrom } from './connectionFrom.ts'
import { requireUsable } from './requireUsable.ts'

const folder = await mkdtemp(join(tmpdir(), 'encryption-'))
afterAll(() => rm(folder, { recursive: true }))

const ours = await certificates('localhost')
const strangers = await certificates('localhost')
const caFile = await fileOf('ours.pem', ours.authority)
const strangersFile = await fileOf('strangers.pem', strangers.authority)
const certFile = await fileOf('client.pem', ours.client.cert)
const keyFile = await fileOf('client.key', ours.client.key)

async function fileOf(name: string, content: string) {
  const path = join(folder, name)
  await writeFile(path, content, { mode: 0o600 })
  return path
}

const { settings, files } = encryptedWith(ours)
const access = 'local all all trust\nhostssl all all 127.0.0.1/32 cert'
const { connection: onSocket } = await startCluster({ settings, files: { ...files, 'pg_hba.conf': access } })

function urlTo(parameters: Record<string, string>, host = 'localhost') {
  const certified = { sslcert: certFile, sslkey: keyFile, ...parameters }
  return `postgresql://desk@${host}:${onSocket.port}/postgres?${new URLSearchParams(certified).toString()}`
}

type Options = Omit<Parameters<typeof connectionFrom>[1], 'pooler'>

function connect(parameters: Record<string, string>, options: Options = {}, host?: string) {
  return requireUsable(connectionFrom(urlTo(parameters, host), { pooler: 'none', ...options }))
}

test.each([
  ['verify-full', '127.0.0.1', caFile, /does not match certificate's altnames/],
  ['verify-full', 'localhost', strangersFile, /certificate/],
  ['verify-ca', 'localhost', strangersFile, /certificate/],
])('with sslmode=%s an untrusted database at %s is refused with a one-line error (%#)', async (...each) => {
  const [sslmode, host, sslrootcert, reason] = each
  const refused = await connect({ sslmode, sslrootcert }, {}, host).catch((error: Error) => error.message)
  expect(refused).toMatch(/^Cannot connect to the database: .*Check DATABASE_URL\.$/)
  expect(refused).toMatch(reason)
})

test('DATABASE_CA is the authority of a URL that names none, and its certificate is then checked in full', async () => {
  await expect(connect({}, { caFile })).resolves.toBeDefined()
  await expect(connect({}, { caFile: strangersFile })).rejects.toThrow(/certificate/)
  await expect(connect({}, { caFile }, '127.0.0.1')).rejects.toThrow(/altnames/)
  await expect(connect({ sslmode: 'verify-ca' }, { caFile }, '127.0.0.1')).resolves.toBeDefined()
  const both = { sslmode: 'verify-full', sslrootcert: caFile }
  await expect(connect(both, { caFile: strangersFile })).resolves.toBeDefined()
})

test('sslrootcert=system trusts the authorities of the system, checks the name, and allows no weaker mode [D13.2]', async () => {
  const system = { sslrootcert: 'system' }
  await expect(connect(system, { systemCaFile: caFile })).resolves.toBeDefined()
  await expect(connect(system, { systemCaFile: caFile }, '127.0.0.1')).rejects.toThrow(/altnames/)
  await expect(connect(system)).rejects.toThrow(/certificate/)
  for (const sslmode of ['disable', 'allow', 'prefer', 'require', 'verify-ca']) {
    const weak = () => connectionFrom(urlTo({ ...system, sslmode }), { pooler: 'none' })
    expect(weak).toThrow(`sslrootcert=system needs sslmode=verify-full, not ${sslmode}`)
  }
})

test('a connection over a socket ignores sslmode, as with libpq [D13.2]', async () => {
  const host = encodeURIComponent(onSocket.host)
  for (const sslmode of ['allow', 'prefer', 'require', 'verify-ca', 'verify-full']) {
    const url = `postgresql:///postgres?host=${host}&port=${onSocket.port}&user=desk&sslmode=${sslmode}`
    await expect(requireUsable(connectionFrom(url, { pooler: 'none' }))).resolves.toMatchObject({ ssl: false })
  }
})

test.each([
  [{ sslmode: 'no-verify' }, 'sslmode must be one of disable, allow, prefer, require, verify-ca, verify-full'],
  [{ sslmode: 'verify-full' }, 'sslmode=verify-full needs sslrootcert: the file of a certificate authority, or system'],
  [{ sslcrl: '/revoked.pem' }, 'sslcrl is not supported. Remove it'],
  [{ sslmode: 'require', sslkey: '' }, 'sslcert needs sslkey, the file of its private key'],
  [{ sslmode: 'require', sslkey: '/nowhere.key' }, 'sslkey /nowhere.key cannot be read (ENOENT)'],
  [{ sslmode: 'require', sslkey: certFile }, 'is not a private key in PEM or DER format'],
  [{ sslmode: 'require', sslcert: keyFile }, 'is not a certificate in PEM format'],
])('a URL with %o is refused with an error that says what to change [D13.2]', (parameters, message) => {
  expect(() => connectionFrom(urlTo(parameters as Record<string, string>), { pooler: 'none' })).toThrow(message)
})

test('a renewed certificate is used by the next connection, and half of a renewal leaves the last one in use [D13.2]', async () => {
  const [sslcert, sslkey] = [join(folder, 'renewed.pem'), join(folder, 'renewed.key')]
  await fileOf('renewed.pem', strangers.client.cert)
  await fileOf('renewed.key', strangers.client.key)
  const connection = connectionFrom(urlTo({ sslmode: 'require', sslcert, sslkey }), { pooler: 'none' })
  await expect(requireUsable(connection)).rejects.toThrow(/Cannot connect/)
  await copyFile(certFile, sslcert)
  await expect(requireUsable(connection)).rejects.toThrow(/Cannot connect/)
  await copyFile(keyFile, sslkey)
  await expect(requireUsable(connection)).resolves.toBeDefined()
  await rm(sslkey)
  await expect(requireUsable(connection)).resolves.toBeDefined()
})

test.each(['localhost', '127.0.0.1'])('queries are cancelled over an encrypted connection to %s too', async (host) => {
  const own = await certificates(host)
  const { connection: place } = await startCluster(encryptedWith(own))
  const parameters = new URLSearchParams({
    sslmode: 'verify-full',
    sslrootcert: await fileOf(`${host}.pem`, own.authority),
    sslcert: await fileOf(`${host}-client.pem`, own.client.cert),
    sslkey: await fileOf(`${host}-client.key`, own.client.key),
  })
  const url = `postgresql://desk@${host}:${place.port}/postgres?${parameters.toString()}`
  const db = openDatabase(await requireUsable(connectionFrom(url, { pooler: 'none' })), 1, { statementTimeout: 0 })
  const stop = new AbortController()
  const sleeping = db.until(stop.signal)`select pg_sleep(600)`.catch((error: Error) => error)
  const direct = openDatabase(place, 1)
  const asleep = () =>
    direct`select from pg_stat_activity where query like 'select pg_sleep(600)%' and state = 'active'`
  await expect.poll(asleep).toHaveLength(1)
  stop.abort()
  expect(await sleeping).toBeInstanceOf(Error)
  await expect.poll(asleep).toHaveLength(0)
  await Promise.all([db.end(), direct.end()])
})
