import type { FastifyRequest } from 'fastify'
import type { Registration } from '#contract/accounts.ts'
import type { Config } from '#server/config.ts'
import type { Db, Queryable, Tx } from '#server/database/database.ts'
import type { App } from '#server/http/app.ts'
import { forbidden } from '#server/http/errors.ts'
import { refuseExcess } from '#server/http/limits/requestLimits.ts'

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

/** The limit of all networks together is this many times the limit of one. */
const networks = 12

/**
 * Returns a function that counts a registration which sends a mail, and throws 429 above the limit of its
 * network or of the server: anyone can register with anyone's address.
 */
export function registrationLimit(app: App, { registrationsPerHour: max }: Config) {
  const hour = { timeWindow: 3_600_000 }
  const countNetwork = app.createRateLimit({ ...hour, max })
  const countAll = app.createRateLimit({ ...hour, max: max * networks, keyGenerator: () => 'all' })
  return async (request: FastifyRequest) => {
    const next = 'Try again in an hour, or ask a colleague to invite you'
    refuseExcess(await countNetwork(request), `Too many companies have registered from your network. ${next}`)
    refuseExcess(await countAll(request), `Too many companies are registering at the moment. ${next}`)
  }
}

async function hasCompany(db: Queryable) {
  const rows = await db`select 1 from company limit 1`
  return rows.length > 0
}
