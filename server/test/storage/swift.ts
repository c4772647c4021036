import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statfsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { whenDone } from '#server/test/whenDone.ts'
import { swiftScript } from './swiftScript.ts'

/** A Python that has the object storage OpenStack Swift. */
const python = process.env.SWIFT_PYTHON

/** The first is in memory, where writes need no time to be synced. */
const folders = ['/dev/shm', tmpdir(), '/var/tmp']
const base = python && folders.find((folder) => hasRoom(folder) && hasAttributes(python, folder))

export const canRunSwift = base !== undefined && base !== ''

/** Containers may have little shared memory. */
function hasRoom(folder: string) {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > 1024 ** 3
}

/** Swift needs extended attributes, which some file systems do not have. */
function hasAttributes(path: string, folder: string) {
  const script = `import os, sys, tempfile
with tempfile.NamedTemporaryFile(dir=sys.argv[1]) as file: os.setxattr(file.name, "user.test", b"1")`
  return spawnSync(path, ['-c', script, folder], { stdio: 'ignore' }).status === 0
}

export const owner = { accessKeyId: 'desk:owner', secretAccessKey: 'the-secret-of-the-owner' }
/** May do only what a bucket allows. */
export const guest = { accessKeyId: 'desk:guest', secretAccessKey: 'the-secret-of-the-guest' }

const kinds = ['account', 'container', 'object', 'proxy'] as const
type Ports = Record<(typeof kinds)[number], number>

export type Swift = Awaited<ReturnType<typeof startSwift>>

/**
 * Starts an object storage on loopback until the current test or file is done. It checks signatures and the hashes of
 * payloads. Its objects survive `stop` and `start`.
 */
export async function startSwift() {
  const folder = await mkdtemp(join(base!, 'desk-swift-'))
  await mkdir(join(folder, 'content/disk'), { recursive: true })
  const ports = Object.fromEntries(await Promise.all(kinds.map(async (kind) => [kind, await freePort()]))) as Ports
  await writeSettings(folder)
  let server = await start(folder, ports)
  whenDone(async () => {
    await server.stop()
    await rm(folder, { recursive: true, maxRetries: 20, retryDelay: 50 })
  })
  const address = `http://127.0.0.1:${ports.proxy}`
  return {
    port: ports.proxy,
    stop: () => server.stop(),
    async start() {
      server = await start(folder, ports)
    },
    /** Makes a bucket. `permissions` are headers of Swift, such as X-Container-Read. */
    async makeBucket(name: string, permissions: Record<string, string> = {}) {
      await askAsOwner(`${address}/v1/AUTH_desk/${name}`, { method: 'PUT', headers: permissions })
    },
    /** Stores an object as if that had been at another time. */
    async putAt(time: Date, bucket: string, key: string, body: string) {
      const headers = { 'x-timestamp': String(time.getTime() / 1000) }
      await askAsOwner(`${address}/v1/AUTH_desk/${bucket}/${key}`, { method: 'PUT', headers, body })
    },
    /** Replaces the content of an object. Swift computes its own hash for it, so that only ours can differ. */
    async change(bucket: string, key: string, change: (content: Buffer) => Buffer<ArrayBuffer>) {
      const url = `${address}/v1/AUTH_desk/${bucket}/${key}`
      const content = Buffer.from(await (await askAsOwner(url)).arrayBuffer())
      await askAsOwner(url, { method: 'PUT', body: change(content) })
    },
    async keysOf(bucket: string) {
      const response = await askAsOwner(`${address}/v1/AUTH_desk/${encodeURIComponent(bucket)}`)
      return (await response.text()).split('\n').filter(Boolean)
    },
  }
}

/** By Swift's own interface, which can do more than that of S3. */
async function askAsOwner(
  url: string,
  init: { method?: string; body?: string | Buffer<ArrayBuffer>; headers?: Record<string, string> } = {},
) {
  const signIn = { 'x-auth-user': owner.accessKeyId, 'x-auth-key': owner.secretAccessKey }
  const { headers } = await fetch(new URL('/auth/v1.0', url), { headers: signIn })
  const token = { 'x-auth-token': headers.get('x-auth-token')! }
  const response = await fetch(url, { ...init, headers: { ...init.headers, ...token } })
  if (!response.ok) throw new Error(`Swift responded ${response.status} to ${url}`)
  return response
}

async function start(folder: string, ports: Ports) {
  const args = ['-W', 'ignore', '-c', swiftScript, JSON.stringify({ folder, ports })]
  const child = spawn(python!, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const [reason] = await Promise.race([once(child.stdout, 'data'), ended])
  if (typeof reason === 'number') throw new Error(`Swift ended with code ${reason}`)
  return {
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function writeSettings(folder: string) {
  await writeFile(join(folder, 'swift.conf'), '[swift-hash]\nswift_hash_path_suffix = desk\n')
  for (const kind of kinds) {
    const settings = kind === 'proxy' ? proxySettings : contentSettings(folder, kind)
    await writeFile(join(folder, `${kind}.conf`), `[DEFAULT]\nswift_dir = ${folder}\n${settings}`)
  }
}

function contentSettings(folder: string, kind: string) {
  return `
devices = ${folder}/content
mount_check = false
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`
}

const proxySettings = `
[pipeline:main]
pipeline = catch_errors gatekeeper listing_formats s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
shunt_inbound_x_timestamp = false
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
storage_domain = s3.test
[filter:tempauth]
use = egg:swift#tempauth
user_desk_owner = ${owner.secretAccessKey} .admin
user_desk_guest = ${guest.secretAccessKey}
[filter:slo]
use = egg:swift#slo
`
