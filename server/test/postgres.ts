import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProvidedContext } from 'vitest'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/database/database.ts'
import { startEmbeddedPostgres } from '#server/database/embedded/embeddedPostgres.ts'
import { migrate } from '#server/database/migrate.ts'
import { withoutExceptions } from './database/crossCompanyStatements.ts'
import { partitionTables } from './database/partition.ts'
import { explainingSettings, findCrossCompanyStatements } from './database/partitionUse.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Into how many partitions the tables of companies are split; 0 for the tables as they are. */
    partitions: number
    connection: { host: string; port: number; user: string; password?: string; database: string }
  }
}

/** Each worker may have two servers, whose pools have up to 15 connections each. */
const maxConnections = 200

/** As if the tables were distributed to several nodes. */
const partitions = Number(process.env.TEST_PARTITIONS ?? 0)

/** Starts one PostgreSQL for the run, with a migrated template database that each test file clones. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'enquiry-desk-test-'))
  const settings = { max_connections: maxConnections, ...(partitions > 0 && explainingSettings) }
  const postgres = await startEmbeddedPostgres(folder, undefined, { settings })
  const end = async () => {
    await postgres.stop()
    try {
      if (partitions > 0) await requireOnePartition(join(folder, 'postgres.log'))
    } finally {
      await rm(folder, { recursive: true, maxRetries: 20, retryDelay: 50 })
    }
  }
  try {
    await turnOffFsync(folder)
    await createTemplate(postgres.connection)
  } catch (error) {
    await end()
    throw error
  }
  project.provide('connection', postgres.connection)
  project.provide('partitions', partitions)
  return end
}

async function requireOnePartition(log: string) {
  const unexpected = withoutExceptions(await findCrossCompanyStatements(log))
  if (unexpected.length === 0) return
  // Vitest only logs an error that is thrown here.
  process.exitCode = 1
  throw new Error(`These statements read the rows of several companies:\n${unexpected.join('\n')}`)
}

/**
 * The shared cluster need not survive a crash: tests of durability start their own. `synchronous_commit` stays on, because
 * VACUUM marks no page all-visible while a commit on it is not flushed, and the tests of plans depend on that.
 */
async function turnOffFsync(folder: string) {
  // Windows has no signal that reloads PostgreSQL's settings.
  if (process.platform === 'win32') return
  const settings = ['fsync', 'full_page_writes'].map((name) => `${name} = off\n`)
  await appendFile(join(folder, 'postgres/postgresql.conf'), settings.join(''))
  const pid = Number.parseInt(await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8'), 10)
  process.kill(pid, 'SIGHUP')
}

async function createTemplate(connection: ProvidedContext['connection']) {
  const admin = openDatabase(connection, 1)
  await admin`create database template_for_tests`
  await admin.end()
  const template = openDatabase({ ...connection, database: 'template_for_tests' }, 2)
  await migrate(template)
  if (partitions > 0) await partitionTables(template, partitions)
  await template.end()
}
