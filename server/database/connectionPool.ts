import { channel } from 'node:diagnostics_channel'
import { Socket } from 'node:net'
import { type ClientConfig, Pool, type PoolClient, type QueryArrayResult } from 'pg'
import { cancelQuery } from './cancelling.ts'
import { endsConnection, isStalePlan, toConnectionError } from './databaseErrors.ts'
import { keepListening } from './listening.ts'
import { toRows, typeParsers } from './rows.ts'
import { type Sql, sqlFor, type Statement } from './sql.ts'

/** Where the database is. A `pooler` in transaction mode stands before it: it keeps no settings of a session. */
export type Connection = ClientConfig & { pooler?: 'transaction' | 'transaction-prepared' }

export type Work<T> = (tx: Sql) => Promise<T>
/** In milliseconds; 0 is no limit. */
type Times = { statementTimeout: number; lockTimeout: number }
type Using = { mayPrepare: boolean; signal: AbortSignal | undefined }

/** In milliseconds, like the other times. */
const acquireTimeout = 5000
/** How long a transaction may hold its locks without sending anything. */
const idleTimeout = 60_000
/** How long a response may be overdue before its connection counts as lost. */
const overdue = 10_000
const lifetimeSeconds = 3600

/** The connections to one database, and what they share: their settings, and how they are lost. */
export class ConnectionPool {
  readonly #connection: Connection
  readonly #settings: Record<string, number | string>
  readonly #pool: Pool
  readonly #sockets = new Set<Socket>()
  readonly #closing = new AbortController()

  constructor(connection: Connection, max: number, { statementTimeout, lockTimeout }: Times) {
    this.#connection = connection
    this.#settings = {
      statement_timeout: statementTimeout,
      lock_timeout: lockTimeout,
      idle_in_transaction_session_timeout: idleTimeout,
      timezone: 'UTC',
    }
    this.#pool = new Pool({
      ...this.#clientConfig(),
      max,
      pipeline: true,
      connectionTimeoutMillis: acquireTimeout,
      idleTimeoutMillis: 0,
      maxLifetimeSeconds: lifetimeSeconds,
      query_timeout: statementTimeout && statementTimeout + overdue,
      types: typeParsers,
    })
    // The pool replaces a connection that fails, and its queries fail with it: nothing is left to do.
    this.#pool.on('error', () => undefined)
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
  }

  /** Runs one statement, which is its own transaction. */
  async run(statement: Statement, signal?: AbortSignal) {
    // A pooler hands each transaction to another session, so the settings travel with it.
    if (this.#connection.pooler && !statement.isScript) return this.transact('begin', (tx) => tx.run(statement), signal)
    return this.#withoutStalePlan(signal, (using) =>
      this.#withClient(using, (client) => this.#send(client, statement, using)),
    )
  }

  transact<T>(begin: string, work: Work<T>, signal?: AbortSignal): Promise<T> {
    return this.#withoutStalePlan(signal, (using) =>
      this.#withClient(using, (client) => this.#transactOn(client, begin, work, using)),
    )
  }

  async listen(name: string, onMessage: (payload: string) => void) {
    // Through a pooler in transaction mode no notification arrives; the servers find changes by looking once a second.
    if (this.#connection.pooler) return
    await keepListening(this.#clientConfig(), name, onMessage, this.#closing.signal)
  }

  async end(timeoutSeconds: number) {
    this.#closing.abort()
    const cut = setTimeout(() => this.#sockets.forEach((socket) => socket.destroy()), timeoutSeconds * 1000)
    await this.#pool.end()
    await Promise.all([...this.#sockets].map(untilClosed))
    clearTimeout(cut)
  }

  #clientConfig() {
    const { pooler, options = '', ...place } = this.#connection
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

  /** A prepared statement whose table has changed is refused: the second try prepares nothing. */
  async #withoutStalePlan<T>(signal: AbortSignal | undefined, run: (using: Using) => Promise<T>) {
    const mayPrepare = this.#connection.pooler !== 'transaction'
    try {
      return await run({ mayPrepare, signal })
    } catch (error) {
      if (!isStalePlan(error)) throw error
      return run({ mayPrepare: false, signal })
    }
  }

  async #withClient<T>({ signal }: Using, use: (client: PoolClient) => Promise<T>) {
    signal?.throwIfAborted()
    const client = await this.#pool.connect().catch(rethrow)
    let isReusable = true
    const cancel = () => {
      // The request to cancel could still meet the next query of this connection.
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

  async #transactOn<T>(client: PoolClient, begin: string, work: Work<T>, using: Using) {
    // Sent together with the first statement; if it fails, so does everything behind it.
    const begun = client.query(this.#opening(begin)).catch(rethrow)
    begun.catch(() => undefined)
    let failure: unknown
    const run = async (statement: Statement) => {
      try {
        using.signal?.throwIfAborted()
        return await this.#send(client, statement, using)
      } catch (error) {
        failure ??= error
        throw error
      }
    }
    try {
      const result = await work(sqlFor(run))
      await begun
      const { command } = await client.query('commit').catch(rethrow)
      // PostgreSQL answers so when a statement failed and `work` went on without it.
      if (command === 'ROLLBACK') throw failure
      return result
    } catch (error) {
      // A connection that is lost has rolled back already.
      await client.query('rollback').catch(() => undefined)
      throw error
    }
  }

  #opening(begin: string) {
    if (!this.#connection.pooler) return begin
    const settings = Object.entries(this.#settings).map(([name, value]) => `set local ${name} = '${value}'`)
    return [begin, ...settings].join('; ')
  }

  async #send(client: PoolClient, statement: Statement, { mayPrepare }: Using) {
    const { text, values, isPrepared } = statement
    statements.publish(statement)
    const name = mayPrepare && isPrepared ? nameOf(text) : undefined
    const result = await client.query<unknown[]>({ text, values, name, rowMode: 'array' }).catch(rethrow)
    // A text of several statements has several results.
    return toRows([result as QueryArrayResult<unknown[]> | QueryArrayResult<unknown[]>[]].flat().at(-1)!)
  }
}

/** Each statement that is sent, for those who look into what a request asks of the database. */
export const statementChannel = 'enquiry-desk:statement'
const statements = channel(statementChannel)

const names = new Map<string, string>()
/** Each connection keeps every plan, some 100 KB: texts without end stay unnamed. */
const mostNames = 1000

function nameOf(text: string) {
  const known = names.get(text)
  if (known || names.size >= mostNames) return known
  const name = `q${names.size}`
  names.set(text, name)
  return name
}

function rethrow(error: unknown): never {
  throw toConnectionError(error)
}

function untilClosed(socket: Socket) {
  return new Promise((resolve) => socket.once('close', resolve))
}
