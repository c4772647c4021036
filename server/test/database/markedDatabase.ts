import type { Db } from '#server/database/database.ts'
import { type Sql, sqlFor } from '#server/database/sql.ts'

/** Begins each statement that a test sends itself, so that it is not taken for one of the product. */
export const testMark = '/* test */'

/** The same database, with the mark in front of each statement. */
export function markedDatabase(db: Db): Db {
  return Object.assign(marked(db), {
    begin: <T>(work: (tx: Sql) => Promise<T>) => db.begin((tx) => work(marked(tx))),
    beginSnapshot: <T>(work: (tx: Sql) => Promise<T>) => db.beginSnapshot((tx) => work(marked(tx))),
    beginFor: <T>(companyId: string, work: (tx: Sql) => Promise<T>) => db.beginFor(companyId, (tx) => work(marked(tx))),
    until: (signal: AbortSignal) => markedDatabase(db.until(signal)),
    listen: db.listen,
    count: db.count,
    end: db.end,
  })
}

function marked(sql: Sql) {
  return sqlFor((statement) => sql.run({ ...statement, text: `${testMark} ${statement.text}` }))
}
