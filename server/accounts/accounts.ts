import { v7 as uuidv7 } from 'uuid'
import type { JoinCompany, RegisterCompany, Registration } from '#contract/accounts.ts'
import type { Role } from '#contract/accounts/roles.ts'
import { requireFreeAddress } from '#server/accounts/emailLinks/addresses.ts'
import { requireGoodPassword } from '#server/accounts/passwords/passwordRules.ts'
import { hashPassword } from '#server/accounts/passwords/passwords.ts'
import { type Session, startSession } from '#server/accounts/sessions/sessions.ts'
import { type Origin, rememberBrowser } from '#server/accounts/signIn/knownBrowsers.ts'
import { requireRegistration, requireRegistrationSerially } from '#server/accounts/signIn/registration.ts'
import { acceptInvitation, readInvitationState } from '#server/accounts/team/invitations.ts'
import type { Db, Tx } from '#server/database/database.ts'
import { announce } from '#server/events/eventStore.ts'
import type { AccountMailer } from './accountMailer.ts'
import { insertCompany, insertUser } from './accountStore.ts'
import { record } from './history.ts'

/**
 * Creates a company and its owner, and signs the owner in. Throws 403 when registration is closed, 409 when the email
 * address is taken, and what `limit` throws before a mail is sent.
 */
export async function registerCompany(
  db: Db,
  mailer: AccountMailer,
  input: RegisterCompany,
  origin: Origin,
  { registration, limit }: { registration: Registration; limit: () => Promise<unknown> },
): Promise<Session> {
  await requireRegistration(db, registration)
  await requireGoodPassword('password', input.password, input)
  await limit()
  const passwordHash = await hashPassword(input.password)
  const session = await db.begin(async (tx) => {
    await requireRegistrationSerially(tx, registration)
    const companyId = uuidv7()
    await insertCompany(tx, { id: companyId, name: input.companyName })
    return addUser(tx, mailer, { ...input, companyId, passwordHash, role: 'owner' }, origin)
  })
  mailer.wake()
  return session
}

/** Creates a user from an invitation, and signs them in. Throws 404 for a used, expired or unknown invitation. */
export async function joinCompany(db: Db, mailer: AccountMailer, input: JoinCompany, origin: Origin): Promise<Session> {
  const { email, companyName } = await readInvitationState(db, input.invitation)
  await requireGoodPassword('password', input.password, { email, companyName, name: input.name })
  const passwordHash = await hashPassword(input.password)
  const session = await db.begin(async (tx) => {
    const invitation = await acceptInvitation(tx, input.invitation)
    return addUser(tx, mailer, { ...invitation, name: input.name, passwordHash }, origin)
  })
  mailer.wake()
  return session
}

type NewUser = { companyId: string; name: string; email: string; passwordHash: string; role: Role }

async function addUser(
  tx: Tx,
  mailer: AccountMailer,
  { companyId, name, email, passwordHash, role }: NewUser,
  origin: Origin,
) {
  const id = uuidv7()
  await requireFreeAddress(tx, mailer, { companyId, email })
  await insertUser(tx, { companyId, id, name, email, passwordHash, role })
  record(tx, { companyId, userId: id }, { subject: 'user', subjectId: id }, 'joined', { role: [null, role] })
  announce(tx, { companyId, userId: id }, { subject: 'user', id })
  await rememberBrowser(tx, { companyId, userId: id }, origin.browser)
  await mailer.requestConfirmation(tx, { companyId, id, email })
  return startSession(tx, { companyId, id, passwordHash }, origin.device)
}
