import type { ChangePassword } from '#contract/accounts.ts'
import type { AccountMailer } from '#server/accounts/accountMailer.ts'
import { changePasswordHash, findUser, lockPasswordHash } from '#server/accounts/accountStore.ts'
import { record } from '#server/accounts/history.ts'
import { endOtherSessions } from '#server/accounts/sessions/sessions.ts'
import { forgetBrowsers, type Origin } from '#server/accounts/signIn/knownBrowsers.ts'
import { attemptOf } from '#server/accounts/signIn/signIn.ts'
import { throttled } from '#server/accounts/signIn/signInThrottle.ts'
import type { Db } from '#server/database/database.ts'
import type { Actor } from '#server/http/actor.ts'
import { invalid } from '#server/http/errors.ts'
import { deleteResets } from './passwordReset.ts'
import { requireGoodPassword } from './passwordRules.ts'
import { hashPassword, isCorrectPassword } from './passwords.ts'

/**
 * Changes the actor's password and ends their other sessions. Throws 400 for a wrong current password, 429 after too many
 * wrong ones.
 */
export async function changePassword(
  db: Db,
  mailer: AccountMailer,
  actor: Actor,
  input: ChangePassword,
  origin: Origin,
) {
  const user = (await findUser(db, actor))!
  await requireGoodPassword('newPassword', input.newPassword, user)
  const passwordHash = await hashPassword(input.newPassword)
  const isCorrect = await throttled(db, await attemptOf(db, mailer, actor, origin), () =>
    db.beginFor(actor.companyId, async (tx) => {
      if (!(await isCorrectPassword(await lockPasswordHash(tx, actor), input.currentPassword))) return undefined
      await changePasswordHash(tx, actor, passwordHash)
      await endOtherSessions(tx, actor)
      await forgetBrowsers(tx, actor, origin.browser)
      await deleteResets(tx, actor)
      await mailer.reportPasswordChange(tx, (await findUser(tx, actor))!)
      record(tx, actor, { subject: 'user', subjectId: actor.userId }, 'changed password')
      return true
    }),
  )
  if (!isCorrect) throw invalid({ currentPassword: 'The current password is wrong' })
  mailer.wake()
}
