import type { Registration } from '#contract/accounts.ts'
import type { Config } from '#server/config.ts'
import type { Db, Queryable, Tx } from '#server/database/database.ts'
import { forbidden } from '#server/http/errors.ts'

/** Throws 403 unless a company may be registered: the first one always may. */
export async function requireRegistration(db: Queryable, registration: Registration) {
  if (registration === 'open' || !(await hasCompany(db))) return
  throw forbidden(
    registration === 'invited'
      ? 'New companies cannot be registered here. Ask an owner of your company to invite you'
      : 'Registration is closed. Ask the operator of this server to open it',
  )
}

/** As `requireRegistration`, and of two first companies registered at the same moment the second gets the 403. */
export async function requireRegistrationInTurn(tx: Tx, registration: Registration) {
  if (registration === 'open') return
  await tx`select pg_advisory_xact_lock(hashtextextended('first company', 0))`
  await requireRegistration(tx, registration)
}

/** Throws 403 where nobody may join a company, so that nobody is invited either. */
export function requireJoining(registration: Registration) {
  if (registration !== 'closed') return
  throw forbidden(
    'Registration is closed, so nobody can be invited or join. Ask the operator of this server to open it',
  )
}

/** Pages offer registration until there is a company, with any setting. After that the database is not asked again. */
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
