import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '#server/startError.ts'
import { type Account, runProgram } from './runProgram.ts'

/** User IDs that neither distributions nor systemd assign, below the 65,536 that a container has. */
const ownIds = { first: 60_600, count: 500 }

/**
 * The account that PostgreSQL runs as: this process's own, but never root. An existing cluster keeps its owner. `etc` has
 * the machine's accounts.
 */
export async function accountFor(cluster: string, etc = '/etc'): Promise<Account> {
  if (process.getuid?.() !== 0) return {}
  const found = await stat(cluster).catch(() => undefined)
  if (found?.uid) return { uid: found.uid, gid: found.gid }
  const users = await usersIn(etc)
  const postgres = users.find(({ name }) => name === 'postgres')
  if (postgres) return { uid: postgres.uid, gid: postgres.gid }
  const id = firstFree(
    cluster,
    new Set([...users.map(({ uid }) => uid), ...(await groupsIn(etc)), ...(await idsInUse())]),
  )
  return { uid: id, gid: id }
}

/** Different for each folder, so that two databases on one machine cannot read each other's files. */
function firstFree(cluster: string, taken: Set<number>) {
  const start = createHash('sha256').update(cluster).digest().readUInt32BE() % ownIds.count
  for (let step = 0; step < ownIds.count; step++) {
    const id = ownIds.first + ((start + step) % ownIds.count)
    if (!taken.has(id)) return id
  }
  throw new StartError(`PostgreSQL may not run as root, and no user ID is free for it. ${remedy}`)
}

const remedy = 'Start as an ordinary user, or create one for it: useradd --system postgres.'

/**
 * The account that creates a cluster for `account`. PostgreSQL runs under any user ID, but initdb requires one with a name,
 * so it borrows an account that has no running processes.
 */
export async function makerFor(account: Account, etc = '/etc'): Promise<Account> {
  if (account.uid === undefined) return account
  const users = await usersIn(etc)
  if (users.some(({ uid }) => uid === account.uid)) return account
  const inUse = await idsInUse()
  const idle = users.filter(({ uid }) => uid !== 0 && !inUse.has(uid))
  const maker = idle.find(({ name }) => name === 'nobody') ?? idle[0]
  if (!maker) {
    throw new StartError(`The database cannot be created: every user except root has running processes. ${remedy}`)
  }
  return { uid: maker.uid, gid: maker.gid }
}

async function usersIn(etc: string) {
  const lines = await linesOf(join(etc, 'passwd'))
  return lines.map(([name, , uid, gid]) => ({ name, uid: toId(uid), gid: toId(gid) }))
}

async function groupsIn(etc: string) {
  const lines = await linesOf(join(etc, 'group'))
  return lines.map(([, , gid]) => toId(gid))
}

async function linesOf(path: string) {
  const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n')
  return lines.map((line) => line.split(':')).filter(({ length }) => length > 2)
}

/** Some systems write the user ID of nobody as -2. */
function toId(id: string | undefined) {
  return Number(id) >>> 0
}

/** The user IDs of all processes. */
async function idsInUse() {
  if (process.platform !== 'linux') {
    const { output } = await runProgram('ps', ['-axo', 'uid='], { cwd: '/' })
    return new Set(output.trim().split(/\s+/).map(toId))
  }
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const statuses = await Promise.all(processes.map((pid) => readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')))
  // The real, effective, saved and file-system IDs of each process; an ended one has none.
  return new Set(statuses.flatMap((status) => /^Uid:\s+(.*)$/m.exec(status)?.[1]!.split(/\s+/).map(toId) ?? []))
}
