import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rename, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isSocketPath } from './socketPath.ts'
import { StartError } from './startError.ts'

/** Long enough for a competing process that saw the same stale lock to have put its own in place. */
const settlingMs = 50

/**
 * Locks a folder against other servers while this process lives. The lock is a listening socket, which the kernel
 * closes however the process ends: a file with a process id would outlive `kill -9`. Throws a StartError.
 */
export async function lockFolder(folder: string) {
  const path = lockPath(folder)
  const owner = await ownerOf(path)
  if (owner !== undefined) throw inUse(folder, owner)
  const self = `${process.pid} ${randomUUID()}`
  const server = createServer((socket) => socket.on('error', () => {}).end(self))
  await (process.platform === 'win32' ? listen(server, path) : putInPlace(server, path))
  const winner = await ownerOf(path)
  if (winner !== self) {
    server.close()
    throw inUse(folder, winner ?? '')
  }
  return { release: () => release(server, path) }
}

function lockPath(folder: string) {
  const inFolder = join(folder, 'lock.sock')
  const key = createHash('sha256').update(folder).digest('hex').slice(0, 24)
  if (process.platform === 'win32') return `\\\\.\\pipe\\enquiry-desk-${key}`
  // Not os.tmpdir(), which differs between users: all users of a folder must get the same path.
  return isSocketPath(stagedPath(inFolder)) ? inFolder : `/tmp/enquiry-desk-${key}.sock`
}

/** Random, because in containers every server is process 1, and of a fixed length, because socket paths are limited. */
function stagedPath(path: string) {
  return `${path}.${randomBytes(3).toString('hex')}`
}

/** What the process listening at the path sends: its pid and a UUID, '' if nothing, undefined if no one listens. */
async function ownerOf(path: string) {
  const socket = connect(path)
  let introduction = ''
  socket.setEncoding('utf8').setTimeout(1000, () => socket.destroy())
  socket.on('data', (text) => (introduction += text))
  try {
    await once(socket, 'close')
  } catch (error) {
    if (isUnused(error)) return undefined
    throw error
  }
  return introduction
}

function isUnused(error: unknown) {
  return ['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'].includes((error as NodeJS.ErrnoException).code ?? '')
}

/** Listens on a temporary path and renames it over the lock, so that the lock is replaced atomically. */
async function putInPlace(server: Server, path: string) {
  const staged = stagedPath(path)
  await listen(server, staged)
  await rename(staged, path)
  await wait(settlingMs)
}

async function listen(server: Server, path: string) {
  server.listen(path).unref()
  await once(server, 'listening')
}

async function release(server: Server, path: string) {
  if (process.platform !== 'win32') await rm(path, { force: true })
  server.close()
}

function inUse(folder: string, owner: string) {
  const pid = owner.split(' ')[0]
  const server = pid ? `another server (pid ${pid})` : 'another server'
  return new StartError(`The data folder ${folder} is in use by ${server}. Stop it, or choose another with DATA_DIR.`)
}
