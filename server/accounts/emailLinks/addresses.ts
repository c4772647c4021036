import type { AccountMailer } from '#server/accounts/accountMailer.ts'
import { findUser, isEmailTaken, lockAddress } from '#server/accounts/accountStore.ts'
import type { Tx } from '#server/database/database.ts'
import type { Actor } from '#server/http/actor.ts'
import { conflict, forbidden } from '#server/http/errors.ts'

/** Throws 403 on a server that sends mail, unless the person has shown that their address is theirs. */
export async function requireConfirmedAddress(tx: Tx, { isOn }: Pick<AccountMailer, 'isOn'>, actor: Actor) {
  const { isEmailConfirmed, email } = (await findUser(tx, actor))!
  if (!isOn || isEmailConfirmed) return
  throw forbidden(`Confirm your email address first: open the link in the email that we sent to ${email}`)
}

/**
 * Throws 409 if the address is taken. On a server that sends mail, only a colleague's address counts as taken, since
 * colleagues see each other's addresses anyway. Other accounts may share an address until one of them confirms it, so
 * that this check does not reveal who has an account.
 */
export async function requireFreeAddress(
  tx: Tx,
  { isOn }: Pick<AccountMailer, 'isOn'>,
  { companyId, email, exceptUserId }: { companyId: string; email: string; exceptUserId?: string },
) {
  await lockAddress(tx, email)
  if (await isEmailTaken(tx, email, { companyId, exceptUserId })) {
    const message = 'Someone in your company already has this email address. Enter another one'
    throw conflict(message, { email: message })
  }
  if (isOn || !(await isEmailTaken(tx, email, { exceptUserId }))) return
  const message = 'This email address already has an account. Sign in, or enter another address'
  throw conflict(message, { email: message })
}
