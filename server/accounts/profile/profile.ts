import type { UpdateUser } from '#contract/accounts.ts'
import type { AccountMailer } from '#server/accounts/accountMailer.ts'
import {
  changeCompanyRow,
  changeUserRow,
  lockUser,
  type CompanyChanges,
  type UserRow,
} from '#server/accounts/accountStore.ts'
import { requireFreeAddress } from '#server/accounts/emailLinks/addresses.ts'
import { requireEmailLinkQuota } from '#server/accounts/emailLinks/emailLinks.ts'
import { changesBetween, record } from '#server/accounts/history.ts'
import { deleteResets } from '#server/accounts/passwords/passwordReset.ts'
import { applySessionDays } from '#server/accounts/sessions/sessions.ts'
import { requireRecentSignIn } from '#server/accounts/signIn/signIn.ts'
import type { Tx } from '#server/database/database.ts'
import { type Picture, readDataUrl } from '#server/documents/documents.ts'
import { noteFilesUsed } from '#server/documents/files.ts'
import { announce } from '#server/events/eventStore.ts'
import type { Actor } from '#server/http/actor.ts'
import { forbidden, notFound } from '#server/http/errors.ts'
import type { Sender } from '#server/scheduling/turns.ts'

/** The new values of a profile. */
export type ProfileChanges = {
  user: { name?: string; email?: string; pictureSha256?: string | null }
  company: CompanyChanges
  pictures: Picture[]
}

/** Checks the new pictures. Throws 403 if the input changes the company and the actor may not. */
export async function prepareProfile(actor: Actor, input: UpdateUser, sender: Sender): Promise<ProfileChanges> {
  if (input.company && !actor.ability.can('update', 'company')) {
    throw forbidden('Only owners can change the company. Ask an owner to do it')
  }
  const picture = await readIfGiven(input.profilePic, 'profilePic', sender)
  const logo = await readIfGiven(input.company?.logo, 'company.logo', sender)
  return {
    user: withoutUndefined({ name: input.name, email: input.email, pictureSha256: hashOf(picture) }),
    company: withoutUndefined({
      name: input.company?.companyName,
      logoSha256: hashOf(logo),
      sessionDays: input.company?.sessionDays,
      assignsOnReply: input.company?.assignsOnReply,
      enquiryTypes: input.company?.enquiryTypes,
    }),
    pictures: [picture, logo].filter((file) => file != null),
  }
}

async function readIfGiven(picture: string | null | undefined, field: string, sender: Sender) {
  return picture == null ? picture : readDataUrl(picture, field, sender)
}

function hashOf(picture: Picture | null | undefined) {
  return picture && picture.sha256
}

function withoutUndefined<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T
}

/**
 * Changes the actor's own profile and, if given, the company's. A new email address and another length of
 * sessions require a recent sign-in; throws 409 if the address is taken. Returns whether the address has
 * changed.
 */
export async function updateProfile(
  tx: Tx,
  mailer: AccountMailer,
  actor: Actor,
  { user, company, pictures }: ProfileChanges,
) {
  const before = await lockUser(tx, actor)
  if (!before) throw notFound('User')
  noteFilesUsed(tx, before.companyId, pictures)
  const hasNewAddress = await changeUser(tx, mailer, actor, before, user)
  await changeCompany(tx, actor, before, company)
  return hasNewAddress
}

async function changeUser(tx: Tx, mailer: AccountMailer, actor: Actor, before: UserRow, user: ProfileChanges['user']) {
  const { name, email, pictureSha256 } = before
  const changes = changesBetween({ name, email, pictureSha256 }, user)
  if (Object.keys(changes).length === 0) return false
  const hasNewAddress = changes.email !== undefined
  if (hasNewAddress) await prepareNewAddress(tx, mailer, actor, before, user.email!)
  await changeUserRow(tx, before, hasNewAddress ? { ...user, emailConfirmedAt: null } : user)
  if (hasNewAddress) await mailer.requestConfirmation(tx, { ...before, email: user.email! })
  record(tx, actor, { subject: 'user', subjectId: before.id }, 'changed', changes)
  announce(tx, actor, { subject: 'user', id: before.id })
  return hasNewAddress
}

async function prepareNewAddress(tx: Tx, mailer: AccountMailer, actor: Actor, before: UserRow, email: string) {
  await requireRecentSignIn(tx, actor)
  await requireEmailLinkQuota(tx, actor)
  await requireFreeAddress(tx, mailer, { companyId: before.companyId, email, exceptUserId: before.id })
  // Earlier reset links went to the old mailbox.
  await deleteResets(tx, actor)
  await mailer.reportAddressChange(tx, before, email)
}

async function changeCompany(tx: Tx, actor: Actor, before: UserRow, company: ProfileChanges['company']) {
  const { companyId, companyName, logoSha256, sessionDays, assignsOnReply, enquiryTypes } = before
  const changes = changesBetween(
    { name: companyName, logoSha256, sessionDays, assignsOnReply, enquiryTypes: listed(enquiryTypes) },
    { ...company, enquiryTypes: company.enquiryTypes && listed(company.enquiryTypes) },
  )
  if (Object.keys(changes).length === 0) return
  await changeCompanyRow(tx, companyId, company)
  if (changes.sessionDays) {
    await requireRecentSignIn(tx, actor)
    await applySessionDays(tx, companyId)
  }
  record(tx, actor, { subject: 'company', subjectId: companyId }, 'changed', changes)
  announce(tx, actor, { subject: 'company', id: companyId })
}

/** The history records texts. */
function listed(types: string[]) {
  return types.map((type) => `“${type}”`).join(', ')
}
