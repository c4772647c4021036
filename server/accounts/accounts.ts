import { v7 as uuidv7 } from 'uuid'
import type { JoinCompany, LogIn, RegisterCompany, Registration, Role, UpdateUser } from '#contract/accounts.ts'
import type { Db, Tx } from '#server/database/database.ts'
import { storePicture } from '#server/documents/documents.ts'
import { noteFilesUsed, type StoredFile } from '#server/documents/files.ts'
import { announce } from '#server/events/eventStore.ts'
import type { Actor } from '#server/http/actor.ts'
import { conflict, forbidden, notFound, unauthenticated } from '#server/http/errors.ts'
import type { Storage } from '#server/storage/storage.ts'
import {
  changeCompanyRow,
  changeUserRow,
  findCredentials,
  insertCompany,
  insertUser,
  isEmailTaken,
  lockUser,
} from './accountStore.ts'
import { changesBetween, record } from './activity.ts'
import { acceptInvitation, lookAtInvitation } from './invitations.ts'
import { dropResets } from './passwordReset.ts'
import { requireGoodPassword } from './passwordRules.ts'
import { hashPassword, isRightPassword } from './passwords.ts'
import { requireRegistration, requireRegistrationInTurn } from './registration.ts'
import { type Session, startSession } from './sessions.ts'
import { throttled } from './signInThrottle.ts'

/** Where a request comes from: the browser's own name for itself, and the network address. */
export type Origin = { device: string; address: string }

/** Makes a company and its owner, and signs the owner in. 403 where that is not allowed, 409 when the email address is taken. */
export async function registerCompany(
  db: Db,
  input: RegisterCompany,
  origin: Origin,
  registration: Registration,
): Promise<Session> {
  await requireRegistration(db, registration)
  requireGoodPassword('password', input.password, input)
  const passwordHash = await hashPassword(input.password)
  return db.begin(async (tx) => {
    await requireRegistrationInTurn(tx, registration)
    const companyId = uuidv7()
    await insertCompany(tx, { id: companyId, name: input.companyName })
    return addUser(tx, { ...input, companyId, passwordHash, role: 'owner' }, origin)
  })
}

/** Makes a user of whoever holds an invitation, and signs them in. 404 for one that is used, expired or unknown. */
export async function joinCompany(db: Db, input: JoinCompany, origin: Origin): Promise<Session> {
  const { email, companyName } = await lookAtInvitation(db, input.invitation)
  requireGoodPassword('password', input.password, { email, companyName, name: input.name })
  const passwordHash = await hashPassword(input.password)
  return db.begin(async (tx) => {
    const invitation = await acceptInvitation(tx, input.invitation)
    return addUser(tx, { ...invitation, name: input.name, passwordHash }, origin)
  })
}

type NewUser = { companyId: string; name: string; email: string; passwordHash: string; role: Role }

async function addUser(tx: Tx, { companyId, name, email, passwordHash, role }: NewUser, origin: Origin) {
  const id = uuidv7()
  if (await isEmailTaken(tx, email)) throw emailTaken()
  await insertUser(tx, { companyId, id, name, email, passwordHash, role })
  await record(tx, { companyId, userId: id }, { subject: 'user', subjectId: id }, 'joined', { role: [null, role] })
  await announce(tx, { companyId, userId: id }, { subject: 'user', id })
  return startSession(tx, { companyId, id, passwordHash }, origin.device)
}

function emailTaken() {
  const message = 'This email address already has an account. Sign in, or use another address'
  return conflict(message, { email: message })
}

/** 401 for a wrong password and an unknown address alike; 429 after too many failures. */
export async function logIn(db: Db, { email, password }: LogIn, { device, address }: Origin): Promise<Session> {
  const user = await findCredentials(db, email)
  const isRight = await throttled(db, { email, address }, () => isRightPassword(user?.passwordHash, password))
  if (!isRight || !user) throw unauthenticated('The email address or the password is wrong')
  return db.beginFor(user.companyId, (tx) => startSession(tx, user, device))
}

/** What a change of a profile writes: pictures are stored already, and stand here by their hash. */
export type ProfileChanges = {
  user: { name?: string; email?: string; pictureSha256?: string | null }
  company: { name?: string; logoSha256?: string | null }
  files: StoredFile[]
}

/** Checks and stores the pictures of a change. 403 when it touches the company and the actor may not. */
export async function prepareProfile(storage: Storage, actor: Actor, input: UpdateUser): Promise<ProfileChanges> {
  if (input.company && !actor.ability.can('update', 'company')) {
    throw forbidden('Only an owner can change the company')
  }
  const picture = await storedPicture(storage, input.profilePic, 'profilePic')
  const logo = await storedPicture(storage, input.company?.logo, 'company.logo')
  return {
    user: withoutUndefined({ name: input.name, email: input.email, pictureSha256: hashOf(picture) }),
    company: withoutUndefined({ name: input.company?.companyName, logoSha256: hashOf(logo) }),
    files: [picture, logo].filter((file) => file != null),
  }
}

async function storedPicture(storage: Storage, picture: string | null | undefined, field: string) {
  return picture == null ? picture : storePicture(storage, picture, field)
}

function hashOf(picture: StoredFile | null | undefined) {
  return picture && picture.sha256
}

function withoutUndefined<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T
}

/** Changes the actor's own profile and, where asked, the company's. 409 when the email address is taken. */
export async function updateProfile(tx: Tx, actor: Actor, { user, company, files }: ProfileChanges) {
  const before = await lockUser(tx, actor)
  if (!before) throw notFound('User')
  if (user.email && (await isEmailTaken(tx, user.email, before.id))) throw emailTaken()

  await noteFilesUsed(tx, before.companyId, files)
  const { name, email, pictureSha256 } = before
  const userChanges = changesBetween({ name, email, pictureSha256 }, user)
  if (Object.keys(userChanges).length > 0) {
    await changeUserRow(tx, before, user)
    // They went to the mailbox of before.
    if (userChanges.email) await dropResets(tx, actor)
    await record(tx, actor, { subject: 'user', subjectId: before.id }, 'changed', userChanges)
    await announce(tx, actor, { subject: 'user', id: before.id })
  }
  const companyChanges = changesBetween({ name: before.companyName, logoSha256: before.logoSha256 }, company)
  if (Object.keys(companyChanges).length > 0) {
    await changeCompanyRow(tx, before.companyId, company)
    await record(tx, actor, { subject: 'company', subjectId: before.companyId }, 'changed', companyChanges)
    await announce(tx, actor, { subject: 'company', id: before.companyId })
  }
}
