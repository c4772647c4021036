import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { nodeOptions, processorMsOf } from '#bench/product.ts'
import { keepResults } from '#bench/results.ts'
import { medianRound } from '#bench/rounds.ts'
import { urlOf } from '#server/database/connecting/connectionUrl.ts'
import type { Connection } from '#server/database/connectionPool.ts'
import { withEmbeddedPostgres } from '#server/database/embedded/embeddedPostgres.ts'
import { projectRoot } from '#server/projectRoot.ts'

/** A server with one route, and no database. */
const emptyServer = `
  import Fastify from 'fastify'
  await Fastify().get('/', async () => 'ok').listen({ port: 0, host: '127.0.0.1' })
  console.log('Ready at')`

type Start = { milliseconds: number; processorMs: number }
type Program = { command: string[]; folder?: string; settings?: Record<string, string> }

/**
 * Measures how long starts on existing data take from their spawn until they are ready: the unpacked package with a PostgreSQL that runs
 * and with its own, and `npm start`; beside them an empty Fastify and Node alone. With `before`, also starts of an earlier build in that
 * folder. All take turns, so that other work on the machine affects all of them.
 */
export async function measureStarts(rounds = '15', before?: string) {
  const folder = await mkdtemp(join(tmpdir(), 'enquiry-desk-starting-'))
  try {
    // If root runs this, PostgreSQL runs as another user, who may not look into a temporary folder.
    await chmod(folder, 0o755)
    const main = unpack(folder)
    await withEmbeddedPostgres(join(folder, 'database'), async (connection) => {
      const programs = { ...programsOf(main, folder, connection), ...(before && programsBefore(before, folder)) }
      await report(await measure(programs, Number(rounds)))
    })
  } finally {
    await rm(folder, { recursive: true, maxRetries: 20, retryDelay: 50 })
  }
}

function unpack(folder: string) {
  const printed = execFileSync(process.execPath, ['scripts/package.mjs'], { cwd: projectRoot, encoding: 'utf8' })
  const [, name, archive] = /^Packaged (\S+): (\S+)/m.exec(printed)!
  execFileSync('tar', ['-xzf', archive!, '-C', folder])
  return join(folder, name!, 'main.js')
}

function programsOf(main: string, folder: string, connection: Connection): Record<string, Program> {
  // As the unit for systemd and the image start it.
  const server = [process.execPath, ...nodeOptions(projectRoot), main]
  return {
    'server, PostgreSQL runs': {
      command: server,
      settings: { DATABASE_URL: urlOf(connection), DATA_DIR: join(folder, 'data') },
    },
    'server with its PostgreSQL': { command: server, settings: { DATA_DIR: join(folder, 'own') } },
    'npm start': { command: ['npm', 'start'], settings: { DATA_DIR: join(folder, 'own') } },
    'Fastify alone': { command: [process.execPath, '--input-type=module', '-e', emptyServer] },
    'Node alone': { command: [process.execPath, '-e', `console.log('Ready at')`] },
  }
}

function programsBefore(build: string, folder: string): Record<string, Program> {
  const place = { folder: resolve(build), settings: { DATA_DIR: join(folder, 'before') } }
  return {
    'before: server with its PostgreSQL': { command: [process.execPath, 'dist/server/main.js'], ...place },
    'before: npm start': { command: ['npm', 'start'], ...place },
  }
}

/** The first start of each program, which may create or migrate its data, does not count. */
async function measure(programs: Record<string, Program>, rounds: number) {
  const measured = Object.entries(programs).map(([name, program]) => ({ name, program, starts: [] as Start[] }))
  for (const { program } of measured) await start(program)
  for (let round = 0; round < rounds; round++) {
    for (const { program, starts } of measured) starts.push(await start(program))
  }
  return measured
}

/** Stops the whole group, as Ctrl+C does, because npm forwards no signal. */
async function start({ command: [program, ...args], folder = projectRoot, settings }: Program): Promise<Start> {
  const startedAt = performance.now()
  const env = { ...process.env, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', ...settings }
  const child = spawn(program!, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'], detached: true })
  const ended = once(child, 'close')
  await new Promise<void>((done, fail) => {
    child.stdout.on('data', (text) => String(text).includes('Ready at') && done())
    child.once('exit', (code) => fail(new Error(`${program} ended with ${code} before it was ready.`)))
  })
  const measured = { milliseconds: performance.now() - startedAt, processorMs: processorMsOf(child.pid!) }
  process.kill(-child.pid!, 'SIGINT')
  await ended
  return measured
}

async function report(measured: { name: string; starts: Start[] }[]) {
  const figures = measured.map(({ name, starts }) => {
    const milliseconds = Math.round(medianRound(starts, (one) => one.milliseconds).milliseconds)
    const { processorMs } = medianRound(starts, (one) => one.processorMs)
    const shortest = Math.round(Math.min(...starts.map((one) => one.milliseconds)))
    return { name, milliseconds, shortest, processorMs }
  })
  console.table(figures)
  await keepResults('starts', { figures })
}
