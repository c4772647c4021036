import type { AccountMailer } from '#server/accounts/accountMailer.ts'
import { isEmailTaken, lockAddress } from '#server/accounts/accountStore.ts'
import type { Tx } from '#server/database/database.ts'
import { conflict } from '#server/http/errors.ts'

/**
 * 409 when the address is taken. Where addresses are confirmed by mail, that is only said of colleagues, who see each
 * other's addresses anyway: others may have the same address until one of them has confirmed it.
 */
export async function requireFreeAddress(
  tx: Tx,
  { isOn }: Pick<AccountMailer, 'isOn'>,
  { companyId, email, exceptUserId }: { companyId: string; email: string; exceptUserId?: string },
) {
  await lockAddress(tx, email)
  if (await isEmailTaken(tx, email, { companyId, exceptUserId })) {
    const message = 'Somebody in your company has this email address already'
    throw conflict(message, { email: message })
  }
  if (isOn || !(await isEmailTaken(tx, email, { exceptUserId }))) return
  const message = 'This email address already has an account. Sign in, or use another address'
  throw conflict(message, { email: message })
}
