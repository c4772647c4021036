import { Client, escapeIdentifier } from 'pg'
import type { Connection } from '#server/database/connectionPool.ts'
import { cutConnection } from '#server/database/cutConnection.ts'

/** How PostgreSQL writes values, so that every version and setting reads them the same. No time limits. */
const settings = {
  timezone: 'UTC',
  datestyle: 'ISO, YMD',
  intervalstyle: 'postgres',
  extra_float_digits: '1',
  bytea_output: 'hex',
  client_encoding: 'UTF8',
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
}

/** One connection with one open transaction, for COPY. A lost connection fails what runs on it, and `end`. */
export class DatabaseSession {
  readonly client: Client
  #failure: unknown

  private constructor(client: Client) {
    this.client = client
    client.on('error', (error) => (this.#failure ??= error))
  }

  static async begin({ pooler: _pooler, ...connection }: Connection, begin = 'begin') {
    const session = new DatabaseSession(
      new Client({ ...connection, application_name: 'enquiry-desk-backup', keepAlive: true }),
    )
    // Behind a pooler, settings last only until the end of the transaction.
    const local = Object.entries(settings).map(([name, value]) => `set local ${name} = '${value}'`)
    try {
      await session.client.connect()
      await session.client.query([begin, ...local].join('; '))
      return session
    } catch (error) {
      cutConnection(session.client)
      await session.close()
      throw error
    }
  }

  /** Runs `work` in one transaction, and commits it. */
  static async transact<T>(connection: Connection, work: (session: DatabaseSession) => Promise<T>) {
    const session = await DatabaseSession.begin(connection)
    try {
      const result = await work(session)
      await session.commit()
      return result
    } finally {
      await session.close()
    }
  }

  async rows<Row extends object>(text: string, values: unknown[] = []) {
    return (await this.client.query<Row>(text, values)).rows
  }

  async run(statements: string[]) {
    for (const statement of statements) await this.client.query(statement)
  }

  /** Commits, and closes the connection. */
  async commit() {
    if (this.#failure) throw this.#failure
    await this.client.query('commit')
    await this.client.end()
  }

  /** Closes the connection, which rolls back whatever is not committed. */
  close() {
    return this.client.end().catch(() => undefined)
  }
}

export function copyTarget({ name, columns }: { name: string; columns: string[] }) {
  return `${escapeIdentifier(name)} (${columns.map((column) => escapeIdentifier(column)).join(', ')})`
}
