import { setTimeout as wait } from 'node:timers/promises'
import type { CompanyChoice, LogIn, Reauthenticate } from '#contract/accounts.ts'
import type { AccountMailer } from '#server/accounts/accountMailer.ts'
import { type Credentials, findCredentials, findUser, lockPasswordHash } from '#server/accounts/accountStore.ts'
import { isRightPassword } from '#server/accounts/passwords/passwords.ts'
import type { TokenHolder } from '#server/accounts/sessions/accessTokens.ts'
import { type Session, startSession } from '#server/accounts/sessions/sessions.ts'
import type { Db, Queryable } from '#server/database/database.ts'
import type { Actor } from '#server/http/actor.ts'
import { HttpError, invalid, unauthenticated } from '#server/http/errors.ts'
import { type Origin, rememberBrowser } from './knownBrowsers.ts'
import { throttled } from './signInThrottle.ts'

/**
 * An answer whose time depends on how many accounts have an address comes after this time, in milliseconds: five
 * passwords are checked sooner.
 */
const evenMilliseconds = 300

/** 401 for a wrong password and an unknown address alike, 409 to choose a company, 429 after too many failures. */
export async function logIn(db: Db, mailer: AccountMailer, input: LogIn, origin: Origin): Promise<Session> {
  const noSooner = wait(evenMilliseconds)
  const account = await findAccount(db, input, origin).catch(async (error: unknown) => {
    await noSooner
    throw error
  })
  if (mailer.isOn && !account.isEmailConfirmed) await noSooner
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

/** Several people can have registered with the same address while none of them has confirmed it. */
async function findAccount(db: Db, { email, password, company }: LogIn, { address, browser }: Origin) {
  const accounts = await findCredentials(db, email, browser.hash)
  const isKnown = accounts.some(({ isKnownBrowser }) => isKnownBrowser)
  const attempt = { email, address, browser: isKnown ? browser : undefined }
  const right = await throttled(db, attempt, () => withPassword(accounts, password))
  const chosen = company ? right?.filter(({ companyId }) => companyId === company) : right
  if (!chosen?.[0]) throw unauthenticated('The email address or the password is wrong')
  if (chosen.length > 1) throw chooseCompany(chosen)
  return chosen[0]
}

/** The accounts whose password this is; undefined when there are none. */
async function withPassword(accounts: Credentials[], password: string) {
  if (accounts.length === 0) await isRightPassword(undefined, password)
  const areRight = await Promise.all(accounts.map(({ passwordHash }) => isRightPassword(passwordHash, password)))
  const right = accounts.filter((_account, index) => areRight[index])
  return right.length === 0 ? undefined : right
}

function chooseCompany(accounts: Credentials[]) {
  const data: CompanyChoice = accounts.map(({ companyId, companyName }) => ({ _id: companyId, companyName }))
  return new HttpError(409, 'choose-company', 'You have an account in several companies. Choose one', { data })
}

const recentMinutes = 10

/** 403 `password-required` when the actor gave their password too long ago for what they are about to do. */
export async function requireRecentSignIn(db: Queryable, { companyId, sessionId }: TokenHolder) {
  const [recent] = await db`
    select from session
    where company_id = ${companyId} and id = ${sessionId}
      and coalesce(authenticated_at, created_at) > now() - make_interval(mins => ${recentMinutes})`
  if (!recent) throw new HttpError(403, 'password-required', 'Enter your password to continue')
}

/** Takes the actor's password again. 400 for a wrong one, 429 after too many. */
export async function reauthenticate(db: Db, actor: Actor, { password }: Reauthenticate, address: string) {
  const { email } = (await findUser(db, actor))!
  const isRight = await throttled(db, { email, address }, () =>
    db.beginFor(actor.companyId, async (tx) => {
      if (!(await isRightPassword(await lockPasswordHash(tx, actor), password))) return undefined
      await tx`
        update session set authenticated_at = now()
        where company_id = ${actor.companyId} and id = ${actor.sessionId}`
      return true
    }),
  )
  if (!isRight) throw invalid({ password: 'The password is wrong' })
}
