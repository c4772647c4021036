import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { Connection } from '#bench/httpClient.ts'
import { readSeeded, signIn, warmUp } from '#bench/people.ts'
import { startProduct } from '#bench/product.ts'
import { keepResults } from '#bench/results.ts'
import { projectRoot } from '#server/projectRoot.ts'

const list = '/api/enquiry?enquiryStatus=open'
const idleMs = 15_000
/** People do not reload a list as fast as it responds. */
const pauseMs = 50

/**
 * Measures on the seeded DATA_DIR how long a backup and a restore take, and whether the list of its largest company responds
 * more slowly while the backup is made.
 */
export async function measureBackups() {
  const { enquiries, messages } = await readSeeded()
  const folder = await mkdtemp(join(tmpdir(), 'enquiry-desk-backup-bench-'))
  const backups = join(folder, 'backups')
  try {
    const { backup, listMs } = await measureRunning(backups)
    const verify = { seconds: await run('verify', [backups]) }
    const restore = { seconds: await run('restore', [backups], join(folder, 'restored')) }
    const figures = { enquiries, messages, backup, verify, restore, listMs }
    console.log(JSON.stringify(figures, null, 2))
    await keepResults('backups', figures)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function measureRunning(backups: string) {
  const { companies } = await readSeeded()
  const product = await startProduct()
  try {
    const token = await signIn(product.port, companies.toSorted((a, b) => b.size - a.size)[0]!)
    await warmUp(product.port, token, [list])
    const idle = await listTimes(product.port, token, wait(idleMs))
    const backingUp = run('backup', ['--to', backups])
    const duringBackup = await listTimes(product.port, token, backingUp)
    const backup = { seconds: await backingUp, bytes: await bytesIn(backups) }
    return { backup, listMs: { idle, duringBackup, ratio: duringBackup.median / idle.median } }
  } finally {
    await product.stop()
  }
}

/** Runs an operator's command. Returns the seconds that it took. */
async function run(command: string, args: string[], dataDir = process.env.DATA_DIR) {
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['scripts/operate.mjs', command, ...args], {
    cwd: projectRoot,
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  const [errors] = await Promise.all([text(child.stderr), once(child, 'close')])
  if (child.exitCode !== 0) throw new Error(errors)
  return Math.round((performance.now() - startedAt) / 1000)
}

/** How long the list takes to respond, in milliseconds, until `work` is done. */
async function listTimes(port: number, token: string, work: Promise<unknown>) {
  const done = new AbortController()
  const ended = work.finally(() => done.abort())
  const connection = new Connection(port)
  const times: number[] = []
  while (!done.signal.aborted) {
    const startedAt = performance.now()
    await connection.send({ method: 'GET', path: list, token })
    times.push(performance.now() - startedAt)
    await wait(pauseMs)
  }
  connection.close()
  await ended
  const sorted = times.toSorted((a, b) => a - b)
  return { median: sorted[Math.floor(sorted.length / 2)]!, p95: sorted[Math.floor(sorted.length * 0.95)]! }
}

async function bytesIn(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(file.parentPath, file.name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
