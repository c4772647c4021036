import { once } from 'node:events'
import { readFileSync, realpathSync } from 'node:fs'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { fail } from './system/run.mjs'

const folder = resolve(process.env.DATA_DIR || './data')

/** The URL of the running server's database. Exits with a one-line error if no server is running. */
export async function databaseUrl() {
  return (
    (await findDatabaseUrl()) ?? fail(`No server is running on the data folder ${folder}. Start one with npm start.`)
  )
}

/** The same, or undefined if no server is running. */
export async function findDatabaseUrl() {
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL
  const found = findListening()
  return found && (await accepts(found.address)) ? found.url : undefined
}

/** PostgreSQL's pid file says where it listens: line 4 is the port, line 6 the address. */
function findListening() {
  try {
    const cluster = join(realpathSync(folder), 'postgres')
    const [, , , port, , address] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return address ? onLoopback(cluster, Number(port)) : onSocket(cluster, port)
  } catch (error) {
    if (error.code === 'EACCES')
      fail(`The data folder ${folder} belongs to another user. Run this command as that user.`)
    return undefined
  }
}

function onSocket(cluster, port) {
  const host = encodeURIComponent(cluster).replaceAll('%2F', '/')
  return {
    address: { path: join(cluster, `.s.PGSQL.${port}`) },
    url: `postgresql:///enquiry_desk?host=${host}&port=${port}&user=enquiry_desk`,
  }
}

function onLoopback(cluster, port) {
  const password = readFileSync(join(cluster, 'password'), 'utf8')
  return {
    address: { host: '127.0.0.1', port },
    url: `postgresql://enquiry_desk:${password}@127.0.0.1:${port}/enquiry_desk`,
  }
}

async function accepts(address) {
  const socket = connect(address)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
