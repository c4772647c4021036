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
  { opening, signal }: { opening: string; signal: AbortSignal | undefined },
  work: Work<T>,
  execute: (statement: Statement) => Promise<Rows<any>>,
) {
  let failure: unknown
  const noteFailure = (error: unknown) => (failure ??= error)
  const run = async (statement: Statement) => {
    sendTogether(client)
    const rows = execute(statement)
    rows.catch(noteFailure)
    return rows
  }
  const sent: Promise<unknown>[] = []
  const send = (query: Query<unknown>) => void sent.push(query.catch(noteFailure))
  const last: Query<unknown>[] = []
  const tx = Object.assign(sqlFor(run), { send, sendLast: (query: Query<unknown>) => void last.push(query) })

  sendTogether(client)
  sent.push(client.query(opening).catch(rethrow).catch(noteFailure))
  try {
    const result = await work(tx)
    last.forEach(send)
    // Statements after an abort are not sent.
    signal?.throwIfAborted()
    await client.query('commit').catch(rethrow)
    await Promise.all(sent)
    // If a statement failed, and nobody awaited its result, PostgreSQL has rolled back instead.
    if (failure !== undefined) throw failure
    return result
  } catch (error) {
    // If the connection is lost, the database has already rolled back.
    await client.query('rollback').catch(() => undefined)
    throw isInFailedTransaction(error) ? failure : error
  }
}

/** Statements of one turn of the event loop travel together. */
export function sendTogether(client: PoolClient) {
  const { stream } = (client as PoolClient & { connection: { stream: Socket } }).connection
  if (stream.writableCorked > 0) return
  stream.cork()
  setImmediate(() => stream.uncork())
}
