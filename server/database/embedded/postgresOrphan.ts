import { readdir, readFile, readlink, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { runProgram } from './runProgram.ts'

const timeoutMs = 30_000

/**
 * Stops a PostgreSQL that outlived its server, and removes the pid and socket files of a killed one: after a reboot its
 * pid may belong to another process. The caller must hold the data folder's lock.
 */
export async function clearLeftovers(cluster: string) {
  const pid = await recordedPid(cluster)
  if (pid) await endOrphan(pid, cluster)
  const leftovers = (await readdir(cluster)).filter((name) => name === 'postmaster.pid' || name.startsWith('.s.PGSQL.'))
  for (const name of leftovers) await rm(join(cluster, name), { force: true })
}

async function recordedPid(cluster: string) {
  const record = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  return Math.abs(Number.parseInt(record, 10)) || undefined
}

async function endOrphan(pid: number, cluster: string) {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    const deadline = Date.now() + timeoutMs
    if (!(await isPostgresOf(pid, cluster))) return
    process.kill(pid, signal)
    while (Date.now() < deadline && (await isPostgresOf(pid, cluster))) await wait(20)
  }
}

async function isPostgresOf(pid: number, cluster: string) {
  if (process.platform === 'linux') return isPostgresAt(`/proc/${pid}`, cluster)
  const { output } = await runProgram('ps', ['-p', String(pid), '-o', 'command='], { cwd: '/' }).catch(() => ({
    output: '',
  }))
  return output.includes('postgres') && output.includes(cluster)
}

/** Compares the folder's inode rather than its path, which a move changes. Fails for a process that has ended. */
async function isPostgresAt(process: string, cluster: string) {
  try {
    const [program, here, there] = await Promise.all([
      readlink(`${process}/exe`),
      stat(`${process}/cwd`),
      stat(cluster),
    ])
    return basename(program).startsWith('postgres') && here.ino === there.ino && here.dev === there.dev
  } catch {
    return false
  }
}
