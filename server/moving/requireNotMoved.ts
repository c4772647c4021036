import { DatabaseSession } from '#server/backup/databaseSession.ts'
import type { Connection } from '#server/database/connectionPool.ts'
import { commandLine } from '#server/projectRoot.ts'
import { StartError } from '#server/startError.ts'
import { readDatabaseMark, writeDatabaseMark } from './databaseMark.ts'
import { moveLock } from './holdSource.ts'
import { isLeft, type MarkPlace, refusalOf } from './mark.ts'

/**
 * Throws a StartError if this data was moved elsewhere or is being moved. With `startsAgain`, data that was moved counts again:
 * this removes the marks.
 */
export async function requireNotMoved(connection: Connection, storage: MarkPlace, startsAgain: boolean) {
  await DatabaseSession.transact(connection, async (session) => {
    // Before the marks are read: a move that ends in between has written them.
    const [lock] = await session.rows<{ isFree: boolean }>(
      `select pg_try_advisory_xact_lock_shared(${moveLock}) as "isFree"`,
    )
    if (!lock!.isFree) throw new StartError(`This data is being moved. Wait until ${commandLine('move')} has ended.`)
    const [ofDatabase, ofStorage] = [await readDatabaseMark(session), await storage.read()]
    for (const mark of [ofDatabase, ofStorage]) {
      if (!mark || (startsAgain && isLeft(mark))) continue
      const refusal = refusalOf(mark)
      if (refusal) throw new StartError(`${refusal}.`)
    }
    if (isLeft(ofStorage)) await storage.write(undefined)
    if (isLeft(ofDatabase)) await writeDatabaseMark(session, undefined)
  })
}
