import type { Db } from '#server/database/database.ts'

/** The role may not end a running autovacuum with force; a plain drop waits until it has ended. */
export async function dropDatabase(admin: Db, name: string) {
  await admin`drop database ${admin(name)} with (force)`.catch(() => admin`drop database ${admin(name)}`)
}
