import { v7 as uuidv7 } from 'uuid'
import type { AccountMailer } from '#server/accounts/accountMailer.ts'
import { findUser, isOperator } from '#server/accounts/accountStore.ts'
import { record } from '#server/accounts/history.ts'
import { deleteResets, saveReset } from '#server/accounts/passwords/passwordReset.ts'
import type { LinkSecrets } from '#server/accounts/secretTokens.ts'
import { requireRecentSignIn } from '#server/accounts/signIn/signIn.ts'
import type { Config } from '#server/config.ts'
import type { Tx } from '#server/database/database.ts'
import type { Actor } from '#server/http/actor.ts'
import { conflict } from '#server/http/errors.ts'
import { lockMember } from './team.ts'

/**
 * Makes a link with which a colleague chooses a new password, for an owner to pass on. It replaces the colleague's earlier
 * links, and a mail notifies the colleague. Throws 409 for the actor's own account, for a deactivated
 * person and for an operator.
 */
export async function createResetLink(
  tx: Tx,
  mailer: AccountMailer,
  actor: Actor,
  userId: string,
  { secrets, config }: { secrets: LinkSecrets; config: Pick<Config, 'operators'> },
) {
  const { member } = await lockMember(tx, actor, userId)
  const { companyId } = actor
  if (userId === actor.userId) throw conflict('This is your own account. Change your password under Profile')
  if (!member.isActive) throw conflict(`${member.name} is deactivated. Reactivate them first`)
  const colleague = await findUser(tx, { companyId, userId })
  // An operator sees the data of all companies, which an owner of one must not reach.
  if (isOperator(colleague!, config))
    throw conflict(`${member.name} runs this server, and gets a new password with “Forgot password?” only`)
  // With the link, the actor could sign in as the colleague.
  await requireRecentSignIn(tx, actor)
  await deleteResets(tx, { companyId, userId })
  const key = { companyId, id: uuidv7() }
  const { expiresAt } = await saveReset(tx, key, { userId, secret: secrets.resetSecret(key), createdBy: actor.userId })
  const owner = await findUser(tx, actor)
  await mailer.reportResetLink(tx, colleague!, owner!, expiresAt)
  record(tx, actor, { subject: 'user', subjectId: userId }, 'created reset link')
  return { id: key.id, name: member.name, expiresAt }
}
