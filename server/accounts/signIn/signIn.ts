import { setTimeout as wait } from 'node:timers/promises'
import type { CompanyChoice, LogIn, Reauthenticate } from '#contract/accounts.ts'
import type { AccountMailer } from '#server/accounts/accountMailer.ts'
import { type Credentials, findCredentials, findUser, lockPasswordHash } from '#server/accounts/accountStore.ts'
import { isCorrectPassword } from '#server/accounts/passwords/passwords.ts'
import type { TokenHolder } from '#server/accounts/sessions/accessTokens.ts'
import { type Session, startSession } from '#server/accounts/sessions/sessions.ts'
import type { Db, Queryable } from '#server/database/database.ts'
import type { Actor } from '#server/http/actor.ts'
import { HttpError, invalid, unauthenticated } from '#server/http/errors.ts'
import { knownBrowser, type Origin, rememberBrowser } from './knownBrowsers.ts'
import { type Attempt, throttled } from './signInThrottle.ts'

/**
 * The number of accounts with an address would show in the response time, so these responses take at least this long:
 * more than checking five passwords takes.
 */
const minResponseMs = 300

/**
 * Throws 401 for a wrong password or an unknown address, 409 if the person must choose a company, 429 after too many
 * failed attempts.
 */
export async function logIn(db: Db, mailer: AccountMailer, input: LogIn, origin: Origin): Promise<Session> {
  const minimumDelay = wait(minResponseMs)
  const account = await findAccount(db, mailer, input, origin).catch(async (error: unknown) => {
    await minimumDelay
    throw error
  })
  if (mailer.isOn && !account.isEmailConfirmed) await minimumDelay
  const session = await db.beginFor(account.companyId, async (tx) => {
    const started = await startSession(tx, account, origin.device)
    if (await rememberBrowser(tx, started, origin.browser)) {
      await mailer.reportSignIn(tx, (await findUser(tx, started))!, origin)
    }
    return started
  })
  mailer.wake()
  return session
}

/** Several accounts can share an address until one of them confirms it. */
async function findAccount(
  db: Db,
  mailer: AccountMailer,
  { email, password, company }: LogIn,
  { address, browser }: Origin,
) {
  const accounts = await findCredentials(db, email, browser.hash)
  const isKnown = accounts.some(({ isKnownBrowser }) => isKnownBrowser)
  const [first] = accounts
  const reportGuessing = async () =>
    first && mailer.reportGuessing(db, { companyId: first.companyId, userId: first.id })
  const attempt = { email, address, browser: isKnown ? browser : undefined, reportGuessing }
  const matching = await throttled(db, attempt, () => withPassword(accounts, password))
  const chosen = company ? matching?.filter(({ companyId }) => companyId === company) : matching
  if (!chosen?.[0]) throw unauthenticated('The email address or the password is wrong')
  if (chosen.length > 1) throw chooseCompany(chosen)
  return chosen[0]
}

/** The accounts with this password; undefined if there are none. */
async function withPassword(accounts: Credentials[], password: string) {
  if (accounts.length === 0) await isCorrectPassword(undefined, password)
  const matches = await Promise.all(accounts.map(({ passwordHash }) => isCorrectPassword(passwordHash, password)))
  const matching = accounts.filter((_account, index) => matches[index])
  return matching.length === 0 ? undefined : matching
}

function chooseCompany(accounts: Credentials[]) {
  const data: CompanyChoice = accounts.map(({ companyId, companyName }) => ({ _id: companyId, companyName }))
  return new HttpError(409, 'choose-company', 'You have accounts in several companies. Choose one', { data })
}

const recentSignInMinutes = 10

/** Throws 403 `password-required` if the actor last entered their password more than ten minutes ago. */
export async function requireRecentSignIn(db: Queryable, { companyId, sessionId }: TokenHolder) {
  const [recent] = await db`
    select from session
    where company_id = ${companyId} and id = ${sessionId}
      and coalesce(authenticated_at, created_at) > now() - make_interval(mins => ${recentSignInMinutes})`
  if (!recent) throw new HttpError(403, 'password-required', 'Enter your password to continue')
}

/** Checks the actor's password again. Throws 400 for a wrong password, 429 after too many wrong ones. */
export async function reauthenticate(
  db: Db,
  mailer: AccountMailer,
  actor: Actor,
  { password }: Reauthenticate,
  origin: Origin,
) {
  const isCorrect = await throttled(db, await attemptOf(db, mailer, actor, origin), () =>
    db.beginFor(actor.companyId, async (tx) => {
      if (!(await isCorrectPassword(await lockPasswordHash(tx, actor), password))) return undefined
      await tx`
        update session set authenticated_at = now()
        where company_id = ${actor.companyId} and id = ${actor.sessionId}`
      return true
    }),
  )
  if (!isCorrect) throw invalid({ password: 'The password is wrong' })
}

/** The attempt of somebody who is signed in already: a thief of a session may guess the password as well. */
export async function attemptOf(
  db: Db,
  mailer: AccountMailer,
  actor: Actor,
  { address, browser }: Origin,
): Promise<Attempt> {
  const { email } = (await findUser(db, actor))!
  const reportGuessing = () => mailer.reportGuessing(db, actor)
  return { email, address, browser: await knownBrowser(db, actor, browser), reportGuessing }
}
