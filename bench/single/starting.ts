import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { processorMsOf } from '#bench/product.ts'
import { keepResults } from '#bench/results.ts'
import { medianRound } from '#bench/rounds.ts'
import { urlOf } from '#server/database/connecting/connectionUrl.ts'
import { withEmbeddedPostgres } from '#server/database/embedded/embeddedPostgres.ts'
import { projectRoot } from '#server/projectRoot.ts'

/** A server with one route, and no database. */
const emptyServer = `
  import Fastify from 'fastify'
  await Fastify().get('/', async () => 'ok').listen({ port: 0, host: '127.0.0.1' })
  console.log('Ready at')`

type Start = { milliseconds: number; processorMs: number }

/**
 * Measures how long the unpacked package takes from its spawn until it is ready, on a running, migrated database; beside it Node alone,
 * and an empty Fastify. They take turns, so that other work on the machine affects all of them.
 */
export async function measureStarts(rounds = '15') {
  const folder = await mkdtemp(join(tmpdir(), 'enquiry-desk-starting-'))
  try {
    const main = unpack(folder)
    await withEmbeddedPostgres(join(folder, 'database'), async (connection) => {
      const settings = {
        DATABASE_URL: urlOf(connection),
        DATA_DIR: join(folder, 'data'),
        PORT: '0',
        LOG_LEVEL: 'silent',
      }
      const programs = {
        server: () => start([main], settings),
        emptyFastify: () => start(['--input-type=module', '-e', emptyServer]),
        node: () => start(['-e', `console.log('Ready at')`]),
      }
      // The first start migrates the database.
      await programs.server()
      const starts: Record<keyof typeof programs, Start[]> = { server: [], emptyFastify: [], node: [] }
      for (let round = 0; round < Number(rounds); round++) {
        starts.server.push(await programs.server())
        starts.emptyFastify.push(await programs.emptyFastify())
        starts.node.push(await programs.node())
      }
      await report(starts)
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}

function unpack(folder: string) {
  const printed = execFileSync(process.execPath, ['scripts/package.mjs'], { cwd: projectRoot, encoding: 'utf8' })
  const [, name, archive] = /^Packaged (\S+): (\S+)/m.exec(printed)!
  execFileSync('tar', ['-xzf', archive!, '-C', folder])
  return join(folder, name!, 'main.js')
}

async function start(args: string[], settings: Record<string, string> = {}): Promise<Start> {
  const startedAt = performance.now()
  const env = { ...process.env, ...settings }
  const child = spawn(process.execPath, args, { cwd: projectRoot, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  for await (const text of child.stdout) if (String(text).includes('Ready at')) break
  const measured = { milliseconds: performance.now() - startedAt, processorMs: processorMsOf(child.pid!) }
  child.kill('SIGINT')
  await ended
  return measured
}

async function report(starts: Record<string, Start[]>) {
  const figures = Object.entries(starts).map(([name, each]) => {
    const milliseconds = Math.round(medianRound(each, (one) => one.milliseconds).milliseconds)
    const { processorMs } = medianRound(each, (one) => one.processorMs)
    const shortest = Math.round(Math.min(...each.map((one) => one.milliseconds)))
    return { name, milliseconds, shortest, processorMs }
  })
  console.table(figures)
  const [server, ...others] = figures
  for (const { name, milliseconds } of others) {
    console.log(`The server takes ${(server!.milliseconds / milliseconds).toFixed(1)} times as long as ${name}.`)
  }
  await keepResults('starts', { figures })
}
