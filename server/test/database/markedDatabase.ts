import type { Reads } from '#server/database/connectionPool.ts'
import type { Db, Tx } from '#server/database/database.ts'
import { type Sql, sqlFor } from '#server/database/sql.ts'

/** Begins each statement that a test sends itself, so that it is not taken for one of the product. */
export const testMark = '/* test */'

/** The same database, with the mark in front of each statement. */
export function markedDatabase(db: Db): Db {
  return Object.assign(marked(db), {
    begin: <T>(work: (tx: Tx) => Promise<T>) => db.begin((tx) => work(markedTransaction(tx))),
    beginSnapshot: <T>(work: (tx: Tx) => Promise<T>) => db.beginSnapshot((tx) => work(markedTransaction(tx))),
    beginFor: <T>(companyId: string, work: (tx: Tx) => Promise<T>) =>
      db.beginFor(companyId, (tx) => work(markedTransaction(tx))),
    pipeline: <T extends readonly unknown[]>(start: Reads<T>) => db.pipeline((one) => start(marked(one))),
    until: (signal: AbortSignal) => markedDatabase(db.until(signal)),
    listen: db.listen,
    count: db.count,
    end: db.end,
  })
}

function markedTransaction(tx: Tx): Tx {
  return Object.assign(marked(tx), { send: tx.send, sendLast: tx.sendLast })
}

function marked(sql: Sql) {
  return sqlFor((statement) => sql.run({ ...statement, text: `${testMark} ${statement.text}` }))
}
