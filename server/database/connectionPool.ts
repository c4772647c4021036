import { channel } from 'node:diagnostics_channel'
import { Socket } from 'node:net'
import { type ClientBase, type ClientConfig, Pool, type PoolClient, type QueryArrayResult } from 'pg'
import { measurements } from '#server/measurements.ts'
import { cancelQuery } from './cancelling.ts'
import { endsConnection, isStalePlan, rethrow } from './databaseErrors.ts'
import { keepListening } from './listening.ts'
import { toRows, typeParsers } from './rows.ts'
import { type Sql, sqlFor, type Statement } from './sql.ts'
import { runTransaction, sendTogether, type Work } from './transactions/transaction.ts'

/** Where the database is. */
export type Connection = ClientConfig & {
  /** The mode of the pooler in front of it. In transaction mode it keeps no session settings. */
  pooler?: 'session' | 'transaction'
  /** The same database without the pooler, for work that needs a session of its own. */
  direct?: Connection
  /** The encryption to try if `ssl` does not work. `requireUsable` decides. */
  sslFallback?: ClientConfig['ssl']
}

/** For work that needs a session of its own: notifications, migrations, backups. */
export function directOf(connection: Connection): Connection {
  return connection.direct ?? connection
}

/** Starts several reads, without waiting for any of them. */
export type Reads<T extends readonly unknown[]> = (db: Sql) => readonly [...T]

/** Times in milliseconds; 0 is no limit. */
type Options = {
  statementTimeout: number
  lockTimeout: number
  /** With a name, the pool measures how long its users wait. */
  name?: string
}
type QueryOptions = { mayPrepare: boolean; signal: AbortSignal | undefined }

const acquireTimeoutMs = 5000
/** How long a transaction may hold its locks without sending a statement. */
const idleTransactionMs = 60_000
/**
 * How long a connection stays open after the burst that needed it, because each takes 5 MB or more. Half of a pool stays open for the
 * next requests.
 */
const idleConnectionMs = 10_000
/** If a result is this late after the statement timeout, the connection counts as lost. */
const overdueMs = 10_000
const lifetimeSeconds = 3600
/** Each connection keeps every plan, of about 100 KB each, so their number is limited. */
const maxNames = 1000

/** The connections to one database, their settings, and the handling of lost connections. */
export class ConnectionPool {
  readonly #name: string | undefined
  readonly #connection: Connection
  readonly #settings: Record<string, number | string>
  readonly #pool: Pool
  readonly #sockets = new Set<Socket>()
  /** The names of the prepared statements, by their texts. */
  readonly #names = new Map<string, string>()
  readonly #closing = new AbortController()
  #ended: Promise<void> | undefined

  constructor(connection: Connection, max: number, { name, statementTimeout, lockTimeout }: Options) {
    this.#name = name
    this.#connection = connection
    this.#settings = {
      statement_timeout: statementTimeout,
      lock_timeout: lockTimeout,
      idle_in_transaction_session_timeout: idleTransactionMs,
      timezone: 'UTC',
    }
    this.#pool = new Pool({
      ...this.#clientConfig(),
      max,
      min: Math.max(1, Math.floor(max / 2)),
      pipeline: true,
      connectionTimeoutMillis: acquireTimeoutMs,
      idleTimeoutMillis: idleConnectionMs,
      maxLifetimeSeconds: lifetimeSeconds,
      query_timeout: statementTimeout && statementTimeout + overdueMs,
      types: typeParsers,
      ...(connection.pooler === 'session' && { onConnect: (client) => this.#setUp(client) }),
    })
    // The pool replaces a failed connection and rejects its queries, so there is nothing to do here.
    this.#pool.on('error', () => undefined)
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
  }

  /** Runs one statement, which is its own transaction. */
  async run(statement: Statement, signal?: AbortSignal) {
    // Behind a pooler each transaction may run in another session, so it must carry the settings itself.
    if (this.#losesSettings && !statement.isScript) return this.transact('begin', (tx) => tx.run(statement), signal)
    return this.#retryOnStalePlan(signal, (options) =>
      this.#withClient(options, (client) => this.#send(client, statement, options)),
    )
  }

  /** Sends the statements of all reads together. */
  async pipeline<T extends readonly unknown[]>(start: Reads<T>, signal?: AbortSignal) {
    const run = async (db: Sql) => {
      const reads = start(db)
      // Even if one fails, the connection must be free of statements at the end.
      await Promise.allSettled(reads)
      return Promise.all(reads)
    }
    if (this.#losesSettings) return this.transact('begin', run, signal)
    return this.#retryOnStalePlan(signal, (options) =>
      this.#withClient(options, (client) => {
        sendTogether(client)
        return run(sqlFor((statement) => this.#send(client, statement, options)))
      }),
    )
  }

  transact<T>(begin: string, work: Work<T>, signal?: AbortSignal): Promise<T> {
    return this.#retryOnStalePlan(signal, (options) =>
      this.#withClient(options, (client) =>
        runTransaction(client, { opening: this.#opening(begin), signal }, work, (statement) =>
          this.#send(client, statement, options),
        ),
      ),
    )
  }

  async listen(name: string, onMessage: (payload: string) => void) {
    const { direct } = this.#connection
    // A pooler in transaction mode passes on no notifications; the servers find changes by polling once a second.
    if (this.#losesSettings && !direct) return undefined
    return keepListening(this.#clientConfig(direct), name, onMessage, this.#closing.signal)
  }

  /** The connections at this moment, and how many statements and transactions wait for one. */
  count() {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return { inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
  }

  /** Another call waits for the first one. */
  end(timeoutSeconds: number) {
    return (this.#ended ??= this.#close(timeoutSeconds))
  }

  async #close(timeoutSeconds: number) {
    this.#closing.abort()
    const cut = setTimeout(() => this.#sockets.forEach((socket) => socket.destroy()), timeoutSeconds * 1000)
    await this.#pool.end()
    await Promise.all([...this.#sockets].map(untilClosed))
    clearTimeout(cut)
  }

  get #losesSettings() {
    return this.#connection.pooler === 'transaction'
  }

  /** A pooler may refuse settings in the request to connect. */
  async #setUp(client: ClientBase) {
    const settings = Object.entries(this.#settings).map(([name, value]) => `set ${name} = '${value}'`)
    await client.query(settings.join('; '))
  }

  #clientConfig(connection = this.#connection) {
    const { pooler, options = '', ...place } = connection
    const settings = Object.entries(this.#settings).map(([name, value]) => `-c ${name}=${value}`)
    return {
      ...place,
      ...(!pooler && { options: [options, ...settings].join(' ') }),
      application_name: 'enquiry-desk',
      keepAlive: true,
      stream: () => this.#openSocket(),
    }
  }

  #openSocket() {
    const socket = new Socket()
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    return socket
  }

  /** PostgreSQL rejects a prepared statement whose result columns have changed, so the retry runs unprepared. */
  async #retryOnStalePlan<T>(signal: AbortSignal | undefined, run: (options: QueryOptions) => Promise<T>) {
    const mayPrepare = !this.#losesSettings
    try {
      return await run({ mayPrepare, signal })
    } catch (error) {
      if (!isStalePlan(error)) throw error
      return run({ mayPrepare: false, signal })
    }
  }

  async #withClient<T>({ signal }: QueryOptions, use: (client: PoolClient) => Promise<T>) {
    signal?.throwIfAborted()
    const client = await this.#connect().catch(rethrow)
    let isReusable = true
    const cancel = () => {
      // The cancel request could still hit the next query on this connection.
      isReusable = false
      cancelQuery(client)
    }
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      signal?.throwIfAborted()
      return await use(client)
    } catch (error) {
      if (isStalePlan(error) || endsConnection(error)) isReusable = false
      throw signal?.aborted ? signal.reason : error
    } finally {
      signal?.removeEventListener('abort', cancel)
      client.release(!isReusable)
    }
  }

  async #connect() {
    const { poolWait } = measurements
    if (this.#name === undefined || !poolWait.isOn) return this.#pool.connect()
    const startedAt = performance.now()
    try {
      return await this.#pool.connect()
    } finally {
      poolWait.record({ pool: this.#name, milliseconds: performance.now() - startedAt })
    }
  }

  #opening(begin: string) {
    if (!this.#losesSettings) return begin
    const settings = Object.entries(this.#settings).map(([name, value]) => `set local ${name} = '${value}'`)
    return [begin, ...settings].join('; ')
  }

  async #send(client: PoolClient, statement: Statement, { mayPrepare, signal }: QueryOptions) {
    signal?.throwIfAborted()
    const { text, values, isPrepared } = statement
    statements.publish(statement)
    const name = mayPrepare && isPrepared ? this.#nameOf(text) : undefined
    const query = client.query<unknown[]>({ text, values, name, rowMode: 'array' }).catch(rethrow)
    const result = await (measurements.statement.isOn ? measured(text, query) : query)
    // A script with several statements has several results.
    return toRows([result as QueryArrayResult<unknown[]> | QueryArrayResult<unknown[]>[]].flat().at(-1)!)
  }

  #nameOf(text: string) {
    const known = this.#names.get(text)
    if (known || this.#names.size >= maxNames) return known
    const name = `q${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
}

/** Publishes every statement, so that tests and benchmarks can see which queries a request runs. */
export const statementChannel = 'enquiry-desk:statement'
const statements = channel(statementChannel)

async function measured<T>(text: string, query: Promise<T>) {
  const startedAt = performance.now()
  let error: Error | undefined
  try {
    return await query
  } catch (reason) {
    error = reason as Error
    throw reason
  } finally {
    measurements.statement.record({ text, startedAt, endedAt: performance.now(), error })
  }
}

function untilClosed(socket: Socket) {
  return new Promise((resolve) => socket.once('close', resolve))
}
