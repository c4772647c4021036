import { execFile } from 'node:child_process'
import { createPrivateKey } from 'node:crypto'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#server/database/database.ts'
import { certificates, encryptedWith } from '#server/test/database/certificates.ts'
import { postgres15Path, startCluster } from '#server/test/database/cluster.ts'
import { connectionFrom } from './connectionFrom.ts'
import { requireUsable } from './requireUsable.ts'

const folder = await mkdtemp(join(tmpdir(), 'sslmodes-'))
afterAll(() => rm(folder, { recursive: true }))

const ours = await certificates('localhost', 'certified')
const strangers = await certificates('localhost', 'certified')

async function fileOf(name: string, content: string | Buffer, mode = 0o600) {
  const path = join(folder, name)
  await writeFile(path, content)
  await chmod(path, mode)
  return path
}

const files = {
  CA: await fileOf('ca.pem', ours.authority),
  STRANGERS: await fileOf('strangers.pem', strangers.authority),
  MISSING: join(folder, 'missing.pem'),
  GARBAGE: await fileOf('garbage.pem', 'no certificate'),
  CERT: await fileOf('client.pem', ours.client.cert),
  KEY: await fileOf('client.key', ours.client.key),
  DER: await fileOf('client.der', createPrivateKey(ours.client.key).export({ type: 'sec1', format: 'der' })),
  OPEN: await fileOf('open.key', ours.client.key, 0o644),
  GROUP: await fileOf('group.key', ours.client.key, 0o640),
  WRONG: await fileOf('wrong.key', strangers.client.key),
}
const isRoot = process.getuid?.() === 0

/** `encrypted` and `plain` accept only one kind of connection, and `certified` only a person with a certificate. */
const { settings, files: ownFiles } = encryptedWith(ours)
const access = [
  'local all all trust',
  'host all desk 127.0.0.1/32 trust',
  'hostssl all encrypted 127.0.0.1/32 trust',
  'hostnossl all plain 127.0.0.1/32 trust',
  'hostssl all certified 127.0.0.1/32 cert',
]
const encrypted = await startCluster({ settings, files: { ...ownFiles, 'pg_hba.conf': access.join('\n') } })
const unencrypted = await startCluster()
for (const { connection } of [encrypted, unencrypted]) {
  const db = openDatabase(connection, 1)
  await db.unsafe('create role encrypted login; create role plain login; create role certified login')
  await db.end()
}

const clusters = { encrypted, unencrypted }
type Outcome = 'encrypted' | 'plain' | 'refused'
type Case = [cluster: keyof typeof clusters, user: string, parameters: string, outcome: Outcome, host?: string]

const both = 'sslcert=CERT&sslkey=KEY'
const cases: Case[] = [
  ['encrypted', 'desk', '', 'encrypted'],
  ['encrypted', 'desk', 'sslmode=disable', 'plain'],
  ['encrypted', 'desk', 'sslmode=allow', 'plain'],
  ['encrypted', 'desk', 'sslmode=prefer', 'encrypted'],
  ['encrypted', 'desk', 'sslmode=require', 'encrypted'],
  ['encrypted', 'desk', 'ssl=true', 'encrypted'],
  ['encrypted', 'desk', 'sslmode=verify-ca', 'refused'],
  ['encrypted', 'desk', 'sslmode=verify-full', 'refused'],
  ['encrypted', 'desk', 'sslmode=unknown', 'refused'],
  // Where the database decides.
  ['encrypted', 'encrypted', 'sslmode=disable', 'refused'],
  ['encrypted', 'encrypted', 'sslmode=allow', 'encrypted'],
  ['encrypted', 'encrypted', 'sslmode=prefer', 'encrypted'],
  ['encrypted', 'plain', 'sslmode=allow', 'plain'],
  ['encrypted', 'plain', 'sslmode=prefer', 'plain'],
  ['encrypted', 'plain', '', 'plain'],
  ['encrypted', 'plain', 'sslmode=require', 'refused'],
  ['encrypted', 'nobody', 'sslmode=prefer', 'refused'],
  ['unencrypted', 'desk', '', 'plain'],
  ['unencrypted', 'desk', 'sslmode=allow', 'plain'],
  ['unencrypted', 'desk', 'sslmode=prefer', 'plain'],
  ['unencrypted', 'desk', 'sslmode=require', 'refused'],
  ['unencrypted', 'desk', 'sslmode=verify-ca&sslrootcert=CA', 'refused'],
  ['unencrypted', 'desk', 'sslmode=verify-full&sslrootcert=CA', 'refused'],
  // The authority.
  ['encrypted', 'desk', 'sslmode=allow&sslrootcert=STRANGERS', 'plain'],
  ['encrypted', 'encrypted', 'sslmode=allow&sslrootcert=STRANGERS', 'refused'],
  ['encrypted', 'desk', 'sslmode=prefer&sslrootcert=CA', 'encrypted'],
  ['encrypted', 'desk', 'sslmode=prefer&sslrootcert=STRANGERS', 'plain'],
  ['encrypted', 'desk', 'sslmode=prefer&sslrootcert=MISSING', 'encrypted'],
  ['encrypted', 'desk', 'sslmode=prefer&sslrootcert=GARBAGE', 'plain'],
  ['encrypted', 'desk', 'sslmode=require&sslrootcert=CA', 'encrypted'],
  ['encrypted', 'desk', 'sslmode=require&sslrootcert=STRANGERS', 'refused'],
  ['encrypted', 'desk', 'sslmode=require&sslrootcert=MISSING', 'encrypted'],
  ['encrypted', 'desk', 'sslmode=require&sslrootcert=GARBAGE', 'refused'],
  ['encrypted', 'desk', 'sslmode=verify-ca&sslrootcert=CA', 'encrypted'],
  ['encrypted', 'desk', 'sslmode=verify-ca&sslrootcert=STRANGERS', 'refused'],
  ['encrypted', 'desk', 'sslmode=verify-ca&sslrootcert=MISSING', 'refused'],
  ['encrypted', 'desk', 'sslmode=verify-full&sslrootcert=CA', 'encrypted'],
  ['encrypted', 'desk', 'sslmode=verify-full&sslrootcert=STRANGERS', 'refused'],
  ['encrypted', 'desk', 'sslmode=require&sslrootcert=CA', 'encrypted', '127.0.0.1'],
  ['encrypted', 'desk', 'sslmode=verify-ca&sslrootcert=CA', 'encrypted', '127.0.0.1'],
  ['encrypted', 'desk', 'sslmode=verify-full&sslrootcert=CA', 'refused', '127.0.0.1'],
  ['encrypted', 'desk', 'sslmode=verify-full&sslrootcert=MISSING', 'refused'],
  // The certificate of the client.
  ['encrypted', 'certified', `sslmode=require&${both}`, 'encrypted'],
  ['encrypted', 'certified', `sslmode=prefer&${both}`, 'encrypted'],
  ['encrypted', 'certified', `sslmode=allow&${both}`, 'encrypted'],
  ['encrypted', 'certified', `sslmode=verify-full&sslrootcert=CA&${both}`, 'encrypted'],
  ['encrypted', 'certified', `sslmode=disable&${both}`, 'refused'],
  ['encrypted', 'certified', 'sslmode=require', 'refused'],
  ['encrypted', 'certified', 'sslmode=require&sslcert=MISSING&sslkey=KEY', 'refused'],
  ['encrypted', 'desk', 'sslmode=require&sslcert=MISSING&sslkey=OPEN', 'encrypted'],
  ['encrypted', 'desk', 'sslmode=require&sslkey=OPEN', 'encrypted'],
  ['encrypted', 'desk', 'sslmode=require&sslcert=CERT', 'refused'],
  ['encrypted', 'certified', 'sslmode=require&sslcert=CERT&sslkey=DER', 'encrypted'],
  ['encrypted', 'desk', 'sslmode=require&sslcert=CERT&sslkey=OPEN', 'refused'],
  ['encrypted', 'desk', 'sslmode=prefer&sslcert=CERT&sslkey=OPEN', 'plain'],
  ['encrypted', 'desk', 'sslmode=require&sslcert=CERT&sslkey=GROUP', isRoot ? 'encrypted' : 'refused'],
  ['encrypted', 'desk', 'sslmode=require&sslcert=CERT&sslkey=WRONG', 'refused'],
  ['encrypted', 'desk', 'sslmode=require&sslcert=CERT&sslkey=MISSING', 'refused'],
  ['encrypted', 'desk', 'sslmode=require&sslcert=GARBAGE&sslkey=KEY', 'refused'],
]

function urlOf([cluster, user, parameters, , host = 'localhost']: Case) {
  const named = parameters.replaceAll(/[A-Z]+/g, (name) => encodeURIComponent(files[name as keyof typeof files]))
  return `postgresql://${user}@${host}:${clusters[cluster].connection.port}/postgres?${named}`
}

const query = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()'

async function outcomeOf(url: string): Promise<Outcome> {
  try {
    const db = openDatabase(await requireUsable(connectionFrom(url, { pooler: 'none' })), 1)
    const [found] = await db.unsafe<{ ssl: boolean }[]>(query).finally(() => db.end())
    return found!.ssl ? 'encrypted' : 'plain'
  } catch {
    return 'refused'
  }
}

test.each(cases)('from a database that is %s, %s with “%s” gets a connection that is %s [D13.2]', async (...each) => {
  expect(await outcomeOf(urlOf(each))).toBe(each[3])
})

async function outcomeOfPsql(url: string): Promise<Outcome> {
  try {
    const args = ['-AtX', '-c', query, url]
    // Without a HOME of its own, psql would read the files in the folder .postgresql of this person.
    const { stdout } = await promisify(execFile)(join(postgres15Path!, 'psql'), args, { env: { HOME: folder } })
    return stdout.trim() === 't' ? 'encrypted' : 'plain'
  } catch {
    return 'refused'
  }
}

test.skipIf(!postgres15Path)('psql has the same outcome in every one of these cases [D13.2]', async () => {
  const outcomes = await Promise.all(cases.map(async (each) => each.with(3, await outcomeOfPsql(urlOf(each)))))
  expect(outcomes).toEqual(cases)
})
