import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { LinkSecrets } from '#server/accounts/secretTokens.ts'
import { AccessTokens } from '#server/accounts/sessions/accessTokens.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { urlOf } from '#server/database/connecting/connectionUrl.ts'
import type { Connection } from '#server/database/connectionPool.ts'
import { type Db, openDatabase, openDatabases } from '#server/database/database.ts'
import { examine } from '#server/doctor/examine.ts'
import { FileUrls } from '#server/documents/fileUrls.ts'
import { openEventHub } from '#server/events/eventHub.ts'
import type { Services } from '#server/services.ts'
import { openStorage } from '#server/storage/openStorage.ts'
import { commandsInProcess } from './backups/commandsInProcess.ts'
import { markedDatabase } from './database/markedDatabase.ts'
import { dropDatabase } from './dropDatabase.ts'
import { whenDone } from './whenDone.ts'

export type TestApp = Awaited<ReturnType<typeof testApp>>

/** The production app with its own database and storage, closed when the current test or file is done. */
export async function testApp(settings: Record<string, string> = {}, secret: string = randomUUID()) {
  const connection = inject('connection')
  const database = `test_${randomUUID().replaceAll('-', '')}`
  const admin = openDatabase(connection, 1)
  await admin`create database ${admin(database)} template template_for_tests`
  const folder = await mkdtemp(join(tmpdir(), 'enquiry-desk-files-'))
  // Tests register many companies from one address.
  const environment = { REGISTRATIONS_PER_HOUR: '10000', ...settings, DATA_DIR: folder }
  const reachable = { ...environment, DATABASE_URL: urlOf({ ...connection, database }) }
  const config = readConfig(environment)
  const { closeDatabases, ...databases } = openDatabases({ ...connection, database }, config.databasePool)
  const storage = await openStorage(config)
  const hub = await openEventHub(databases.db)
  const urls = new FileUrls(secret, config.apiUrl)
  const tokens = new AccessTokens(secret)
  const linkSecrets = new LinkSecrets(secret)
  const stop = new AbortController()
  const services = {
    config,
    ...databases,
    traceRequests: undefined as Services['traceRequests'],
    storage,
    hub,
    urls,
    tokens,
    linkSecrets,
    runCommand: commandsInProcess(reachable),
    examine: () => examine(reachable),
    stopping: stop.signal,
  }
  const app = await buildApp(services, process.env.TEST_LOG ? { level: 'error' } : false)

  whenDone(async () => {
    const closed = app.close()
    // Close the connections that the tests' HTTP client keeps alive.
    app.server.closeAllConnections()
    await closed
    await closeDatabases()
    await dropDatabase(admin, database)
    await admin.end()
    await rm(folder, { recursive: true, maxRetries: 20, retryDelay: 50 })
  })
  return { ...services, db: forTests(services.db), app, connection: { ...connection, database } }
}

/** The database for statements of tests themselves. */
function forTests(db: Db) {
  return inject('partitions') > 0 ? markedDatabase(db) : db
}

/** A second server on the same database and files. */
export async function secondServer(
  {
    connection,
    ...first
  }: Omit<TestApp, 'connection'> & { connection: TestApp['connection'] & Pick<Connection, 'pooler' | 'direct'> },
  times: Parameters<typeof openEventHub>[1] = {},
): Promise<TestApp> {
  const { closeDatabases, ...databases } = openDatabases(connection, 5)
  const hub = await openEventHub(databases.db, times)
  const services = { ...first, ...databases, hub }
  const app = await buildApp(services)
  whenDone(async () => {
    const closed = app.close()
    // Close the connections that the tests' HTTP client keeps alive.
    app.server.closeAllConnections()
    await closed
    await closeDatabases()
  })
  return { ...services, db: forTests(services.db), app, connection }
}
