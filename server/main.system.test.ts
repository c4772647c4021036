import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from './database/database.ts'
import { freePort } from './database/embedded/embeddedPostgres.ts'
import { projectRoot } from './projectRoot.ts'
import { startCluster } from './test/database/cluster.ts'
import { poolerPath, startPooler } from './test/database/pooler.ts'
import { newBucket, storageUrl, storingIn, temporaryFolder } from './test/storage/objectStorage.ts'
import { canRunSwift, startSwift } from './test/storage/swift.ts'
import { waitFor } from './test/waitFor.ts'
import { whenDone } from './test/whenDone.ts'

const script = `
  import { runnerImport } from 'vite'
  await runnerImport(${JSON.stringify(join(projectRoot, 'server/main.ts'))})`

/** Starts the server in a child process, with these settings, and collects its output. */
function startServer(settings: Record<string, string>) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: projectRoot,
    env: { ...process.env, PORT: '0', NODE_ENV: 'production', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const ended = once(child, 'close').then(([code]) => code as number)
  return { child, ended, output: () => output }
}

test('a server that cannot use its bucket says why in one line, starts nothing, and exits', async () => {
  const folder = await temporaryFolder()
  const port = await freePort()
  const { ended, output } = startServer({ ...storingIn(storageUrl(port, 'desk')), DATA_DIR: folder })
  expect(await ended).toBe(1)
  expect(output()).toBe(
    `STORAGE_URL: 127.0.0.1:${port} cannot be reached (ECONNREFUSED). Check the endpoint, and that the object storage runs.\n`,
  )
  expect(await readdir(folder)).toEqual(['secret'])
})

function urlTo({ host, port }: { host: string; port: number }) {
  return `postgresql:///postgres?host=${encodeURIComponent(host)}&port=${port}&user=desk`
}

/** Starts the server on a database of its own, waits until it is ready, and stops it. Returns its output. */
async function outputOf(settings: Record<string, string>, whenReady?: () => Promise<void>) {
  const { child, ended, output } = startServer({ DATA_DIR: await temporaryFolder(), ...settings })
  await waitFor(() => expect(output()).toContain('Ready at'))
  await whenReady?.()
  child.kill('SIGINT')
  expect(await ended).toBe(0)
  return output()
}

const warning = /"level":40,.*"msg":"This server opens up to 16 connections\. That is more than 80 % of the 17 .*"/

test('a server warns at startup that its database accepts too few connections [D13.2]', async () => {
  const { connection } = await startCluster({ settings: ['max_connections = 20'] })
  const DATABASE_URL = urlTo(connection)
  expect(await outputOf({ DATABASE_URL })).toMatch(warning)
  expect(await outputOf({ DATABASE_URL, DATABASE_POOL: '4' })).not.toContain('connections')
})

test.skipIf(!poolerPath)(
  'a server behind a transaction pooler migrates an empty database through its direct address, and does not warn [D13.2]',
  async () => {
    const { connection } = await startCluster({ settings: ['max_connections = 20'] })
    const settings = {
      DATABASE_URL: urlTo(await startPooler(poolerPath!, connection)),
      DATABASE_POOLER: 'transaction',
      DATABASE_DIRECT_URL: urlTo(connection),
    }
    expect(await outputOf(settings)).not.toContain('"level":40')
    const db = openDatabase(connection, 1)
    whenDone(() => db.end())
    expect(await db`select from migration`).not.toEqual([])
  },
)

test.skipIf(!canRunSwift)(
  'with a database, a bucket and a secret of its own, a server leaves nothing on its machine [D13.3]',
  async () => {
    const swift = await startSwift()
    const { connection } = await startCluster()
    const folder = await temporaryFolder()
    const settings = {
      DATA_DIR: '',
      TMPDIR: folder,
      DATABASE_URL: urlTo(connection),
      ...storingIn(storageUrl(swift.port, await newBucket(swift))),
      APP_SECRET: randomUUID(),
    }
    await outputOf(settings, async () =>
      expect(await readdir(folder)).toEqual([expect.stringMatching(/^enquiry-desk-/)]),
    )
    expect(await readdir(folder)).toEqual([])
  },
)

/** Has a server print the programs that it runs, with their first argument. */
const naming = `
  import { subscribe } from 'node:diagnostics_channel'
  import { basename } from 'node:path'
  subscribe('child_process', ({ process }) => setImmediate(() => {
    const [program, first] = process.spawnargs
    console.log('runs', basename(program), first)
  }))`

test('a second start of a data folder runs PostgreSQL and no other program', async () => {
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(naming)}`
  const settings = { DATA_DIR: await temporaryFolder(), NODE_OPTIONS }
  const programs = async () => new Set((await outputOf(settings)).match(/^runs .*$/gm))
  expect(await programs()).toContain('runs initdb -D')
  expect(await programs()).toEqual(new Set(['runs postgres --version', 'runs postgres -D']))
})
