import type { Role, User } from '#contract/accounts.ts'
import type { Queryable, Tx } from '#server/database/database.ts'
import type { Services } from '#server/services.ts'
import type { TokenHolder } from './accessTokens.ts'

export type UserRow = {
  id: string
  companyId: string
  name: string
  email: string
  role: Role
  isEmailConfirmed: boolean
  pictureSha256: string | null
  companyName: string
  logoSha256: string | null
  sessionDays: number
}

export function toUser(row: UserRow, { config, urls }: Pick<Services, 'config' | 'urls'>): User {
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    mustConfirmEmail: config.smtpUrl !== undefined && !row.isEmailConfirmed,
    profilePic: urls.picture(row.pictureSha256),
    company: {
      _id: row.companyId,
      companyName: row.companyName,
      logo: urls.picture(row.logoSha256),
      sessionDays: row.sessionDays,
    },
  }
}

const userRow = (db: Queryable) => db`
  select u.id, u.company_id, u.name, u.email, u.role, u.email_confirmed_at is not null as is_email_confirmed,
    u.picture_sha256, c.name as company_name, c.logo_sha256, c.session_days
  from app_user u join company c on c.id = u.company_id`

export async function findUser(db: Queryable, { companyId, userId }: Pick<TokenHolder, 'companyId' | 'userId'>) {
  const [row] = await db<UserRow[]>`${userRow(db)} where u.company_id = ${companyId} and u.id = ${userId}`
  return row
}

/** Of somebody who may sign in. */
export async function findCredentials(db: Queryable, email: string) {
  const [row] = await db<{ companyId: string; id: string; passwordHash: string }[]>`
    select company_id, id, password_hash from app_user where lower(email) = ${email} and deactivated_at is null`
  return row
}

/** The hash of the user's password; the row stays locked until the transaction ends. */
export async function lockPasswordHash(tx: Tx, { companyId, userId }: Pick<TokenHolder, 'companyId' | 'userId'>) {
  const [row] = await tx<{ passwordHash: string }[]>`
    select password_hash from app_user where company_id = ${companyId} and id = ${userId} for no key update`
  return row?.passwordHash
}

export async function changePasswordHash(
  tx: Tx,
  { companyId, userId }: Pick<TokenHolder, 'companyId' | 'userId'>,
  passwordHash: string,
) {
  await tx`update app_user set password_hash = ${passwordHash} where company_id = ${companyId} and id = ${userId}`
}

/** The roles of whoever holds these tokens, as they are now, by session; those whose session has ended have none. */
export async function findRoles(db: Queryable, holders: TokenHolder[]): Promise<Map<string, Role>> {
  const rows = await db<{ id: string; role: Role }[]>`
    select s.id, u.role
    from unnest(${holders.map(({ companyId }) => companyId)}::uuid[], ${holders.map(({ sessionId }) => sessionId)}::uuid[])
      held(company_id, id)
    cross join lateral (
      select id, user_id from session
      where company_id = held.company_id and id = held.id and expires_at > now() limit 1
    ) s
    cross join lateral (
      select role from app_user where company_id = held.company_id and id = s.user_id and deactivated_at is null limit 1
    ) u`
  return new Map(rows.map(({ id, role }) => [id, role]))
}

export async function lockUser(tx: Tx, { companyId, userId }: Pick<TokenHolder, 'companyId' | 'userId'>) {
  const [row] = await tx<UserRow[]>`
    ${userRow(tx)} where u.company_id = ${companyId} and u.id = ${userId} for no key update`
  return row
}

export async function insertCompany(tx: Tx, company: { id: string; name: string }) {
  await tx`insert into company ${tx(company)}`
}

export async function insertUser(
  tx: Tx,
  user: { companyId: string; id: string; name: string; email: string; passwordHash: string; role: Role },
) {
  await tx`insert into app_user ${tx(user)}`
}

/** Whether an account other than `exceptUserId` has the address. Until the transaction ends, no other one can take it. */
export async function isEmailTaken(tx: Tx, email: string, exceptUserId?: string) {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`address ${email}`}, 0))`
  const [row] = await tx`
    select 1 from app_user where lower(email) = ${email} and id is distinct from ${exceptUserId ?? null}`
  return row !== undefined
}

export type UserChanges = Partial<Pick<UserRow, 'name' | 'email' | 'pictureSha256'>>
export type CompanyChanges = Partial<{ name: string; logoSha256: string | null }>

export async function changeUserRow(tx: Tx, { id, companyId }: UserRow, changes: UserChanges) {
  await tx`update app_user set ${tx(changes)} where company_id = ${companyId} and id = ${id}`
}

export async function changeCompanyRow(tx: Tx, companyId: string, changes: CompanyChanges) {
  await tx`update company set ${tx(changes)} where id = ${companyId}`
}
