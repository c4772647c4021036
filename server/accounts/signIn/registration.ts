import type { Registration } from '#contract/accounts.ts'
import type { Config } from '#server/config.ts'
import type { Db, Queryable, Tx } from '#server/database/database.ts'
import { forbidden } from '#server/http/errors.ts'

/** Throws 403 unless a company may be registered. The first company may always be registered. */
export async function requireRegistration(db: Queryable, registration: Registration) {
  if (registration === 'open' || !(await hasCompany(db))) return
  throw forbidden(
    registration === 'invited'
      ? 'New companies cannot register here. Ask an owner of your company to invite you'
      : 'Registration is closed. Ask the operator of this server to open it',
  )
}

/** Like `requireRegistration`, but serialised: if two first companies register simultaneously, the second gets the 403. */
export async function requireRegistrationSerially(tx: Tx, registration: Registration) {
  if (registration === 'open') return
  await tx`select pg_advisory_xact_lock(hashtextextended('first company', 0))`
  await requireRegistration(tx, registration)
}

/** Throws 403 if registration is closed. Nobody can join a company then, so nobody should be invited either. */
export function requireJoining(registration: Registration) {
  if (registration !== 'closed') return
  throw forbidden(
    'Registration is closed, so nobody can be invited or join. Ask the operator of this server to open it',
  )
}

/** Until the first company exists, pages offer registration with any setting. Later calls do not query the database. */
export function registrationOffered({ config, guardDb }: { config: Config; guardDb: Db }) {
  let isSettled = config.registration === 'open'
  return async (): Promise<Registration> => {
    isSettled ||= await hasCompany(guardDb)
    return isSettled ? config.registration : 'open'
  }
}

async function hasCompany(db: Queryable) {
  const rows = await db`select 1 from company limit 1`
  return rows.length > 0
}
