import type { Socket } from 'node:net'
import type { PoolClient } from 'pg'
import { isInFailedTransaction, rethrow } from '#server/database/databaseErrors.ts'
import { type Query, type Rows, sqlFor, type Statement, type Tx } from '#server/database/sql.ts'

export type Work<T> = (tx: Tx) => Promise<T>

/**
 * Runs `work` in a transaction that `opening` begins. Statements are sent without waiting for those before them, and
 * PostgreSQL runs them in this order. After one has failed, it refuses the rest.
 */
export async function runTransaction<T>(
  client: PoolClient,
  opening: string,
  work: Work<T>,
  send: (statement: Statement) => Promise<Rows<any>>,
) {
  sendTogether(client)
  const begun = client.query(opening).catch(rethrow)
  begun.catch(() => undefined)
  let failure: unknown
  const run = async (statement: Statement) => {
    try {
      sendTogether(client)
      return await send(statement)
    } catch (error) {
      failure ??= error
      throw error
    }
  }
  const last: Query<unknown>[] = []
  const tx = Object.assign(sqlFor(run), {
    send: startQuery,
    sendLast: (query: Query<unknown>) => void last.push(query),
  })
  try {
    const result = await work(tx)
    last.forEach(startQuery)
    const { command } = await client.query('commit').catch(rethrow)
    await begun
    // `commit` in a failed transaction returns ROLLBACK: a statement failed whose result was not awaited.
    if (command === 'ROLLBACK') throw failure
    return result
  } catch (error) {
    // If the connection is lost, the database has already rolled back.
    await client.query('rollback').catch(() => undefined)
    throw isInFailedTransaction(error) ? failure : error
  }
}

/** The transaction notes its failure. */
function startQuery(query: Query<unknown>) {
  query.catch(() => undefined)
}

/** What is sent within one turn of the event loop travels together. */
export function sendTogether(client: PoolClient) {
  const { stream } = (client as PoolClient & { connection: { stream: Socket } }).connection
  if (stream.writableCorked > 0) return
  stream.cork()
  setImmediate(() => stream.uncork())
}
