import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/database.ts'
import { mailboxNameOf } from './mailboxName.ts'
import { explainFailure } from './receptionFailures.ts'

/** Since when and why the mailbox could not be read, once no check of it has succeeded for five minutes; or else null. */
export async function findReception(db: Db, { imapUrl }: Pick<Config, 'imapUrl'>) {
  if (imapUrl === undefined) return null
  const [row] = await db<{ since: Date; failure: string | null }[]>`
    select coalesce(succeeded_at, started_at) as since, failure from mailbox
    where name = ${mailboxNameOf(imapUrl)}
      and coalesce(succeeded_at, started_at) < clock_timestamp() - interval '5 minutes'`
  return row ? { since: row.since.toISOString(), reason: explainFailure(row.failure ?? 'other') } : null
}
