import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rename, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isSocketPath } from './socketPath.ts'
import { StartError } from './startError.ts'

/** Long enough for a rival that saw the same stale lock to have put its own in place. */
const settlingTime = 50

/**
 * Keeps other servers off a folder while this process lives. The lock is a listening socket, which the kernel
 * drops however the process ends: a file with a process id would outlive a `kill -9`. Throws a StartError.
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
  // Not os.tmpdir(): two users of one folder must come to the same name.
  return isSocketPath(stagedPath(inFolder)) ? inFolder : `/tmp/enquiry-desk-${key}.sock`
}

/** Of a fixed length, and random: in containers every server is process 1. */
function stagedPath(path: string) {
  return `${path}.${randomBytes(3).toString('hex')}`
}

/** Who listens at the path, as they introduce themselves: '' when they do not, undefined when nobody is there. */
async function ownerOf(path: string) {
  const socket = connect(path)
  let introduction = ''
  socket.setEncoding('utf8').setTimeout(1000, () => socket.destroy())
  socket.on('data', (text) => (introduction += text))
  try {
    await once(socket, 'close')
  } catch (error) {
    if (isNobodyThere(error)) return undefined
    throw error
  }
  return introduction
}

function isNobodyThere(error: unknown) {
  return ['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'].includes((error as NodeJS.ErrnoException).code ?? '')
}

/** Listens under a name of its own and moves that over the lock's: nobody ever sees the lock half taken. */
async function putInPlace(server: Server, path: string) {
  const staged = stagedPath(path)
  await listen(server, staged)
  await rename(staged, path)
  await wait(settlingTime)
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
  const who = pid ? `another server (pid ${pid})` : 'another server'
  return new StartError(`The data folder ${folder} is in use by ${who}. Stop it, or choose another with DATA_DIR.`)
}
