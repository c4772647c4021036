import type { User } from '#contract/accounts.ts'
import { abilityFor } from '#contract/accounts/abilities.ts'
import type { Role } from '#contract/accounts/roles.ts'
import type { TokenHolder } from '#server/accounts/sessions/accessTokens.ts'
import type { Standing } from '#server/accounts/sessions/sessionLookup.ts'
import type { Config } from '#server/config.ts'
import type { Db, Queryable, Tx } from '#server/database/database.ts'
import type { FileUrls } from '#server/documents/fileUrls.ts'
import { newestShownNo } from '#server/events/eventStore.ts'
import { hiddenSubjects } from '#server/events/frames.ts'

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
  assignsOnReply: boolean
  enquiryTypes: string[]
}

export function toUser(row: UserRow, { config, urls }: { config: Config; urls: FileUrls }): User {
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    mustConfirmEmail: config.sendsMail && !row.isEmailConfirmed,
    isOperator: isOperator(row, config),
    profilePic: urls.picture(row.pictureSha256),
    company: {
      _id: row.companyId,
      companyName: row.companyName,
      logo: urls.picture(row.logoSha256),
      sessionDays: row.sessionDays,
      assignsOnReply: row.assignsOnReply,
      enquiryTypes: row.enquiryTypes,
    },
  }
}

/** Only a confirmed address shows who somebody is: several accounts can have the same one until then. */
export function isOperator(
  { email, isEmailConfirmed }: Pick<UserRow, 'email' | 'isEmailConfirmed'>,
  { operators }: Pick<Config, 'operators'>,
) {
  return isEmailConfirmed && operators.includes(email.toLowerCase())
}

const userRow = (db: Queryable) => db`
  select u.id, u.company_id, u.name, u.email, u.role, u.email_confirmed_at is not null as is_email_confirmed,
    u.picture_sha256, c.name as company_name, c.logo_sha256, c.session_days, c.assigns_on_reply,
    c.enquiry_types
  from app_user u join company c on c.id = u.company_id`

export async function findUser(db: Queryable, { companyId, userId }: Pick<TokenHolder, 'companyId' | 'userId'>) {
  const [row] = await db<UserRow[]>`${userRow(db)} where u.company_id = ${companyId} and u.id = ${userId}`
  return row
}

export type Credentials = {
  companyId: string
  companyName: string
  id: string
  passwordHash: string
  isEmailConfirmed: boolean
  isKnownBrowser: boolean
}

/** Only this many accounts with the same unconfirmed address can sign in, so that a sign-in checks few passwords. */
export const maxAccountsPerAddress = 5

/** The active accounts with this address: the one that has confirmed it first, then the oldest. */
export async function findCredentials(db: Db, email: string, browserHash: Buffer) {
  return db<Credentials[]>`
    select u.company_id, c.name as company_name, u.id, u.password_hash,
      u.email_confirmed_at is not null as is_email_confirmed,
      exists (
        select from known_browser b
        where b.company_id = u.company_id and b.user_id = u.id and b.browser_hash = ${browserHash}) as is_known_browser
    from app_user u join company c on c.id = u.company_id
    where lower(u.email) = ${email} and u.deactivated_at is null
    order by u.email_confirmed_at is null, u.created_at, u.id limit ${maxAccountsPerAddress}`
}

/** Returns the hash of the user's password, and locks the row until the transaction ends. */
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

/** The current roles of these token holders, by session id. Ended sessions are missing from the map. */
export async function findRoles(db: Queryable, holders: TokenHolder[]): Promise<Map<string, Role>> {
  const rows = await db<{ id: string; role: Role }[]>`select s.id, u.role from ${activeSessions(db, holders)}`
  return new Map(rows.map(({ id, role }) => [id, role]))
}

/** The standings of these sessions. Later reads contain their companies' last events. */
export async function findStandings(db: Queryable, holders: TokenHolder[]): Promise<Map<string, Standing>> {
  const shownTo = (role: Role) =>
    newestShownNo(db, db`held.company_id`, db`${hiddenSubjects({ ability: abilityFor(role) })}::text[]`, db`c.last_no`)
  const rows = await db<({ id: string } & Standing)[]>`
    select s.id, u.role, coalesce(c.last_no, 0)::float8 as last_event,
      case u.role when 'member' then ${shownTo('member')} when 'viewer' then ${shownTo('viewer')} else coalesce(c.last_no, 0)::float8 end as last_shown_event
    from ${activeSessions(db, holders)}
    left join lateral (select last_no from event_counter where company_id = held.company_id limit 1) c on true`
  return new Map(rows.map(({ id, ...standing }) => [id, standing]))
}

/** The sessions `s` of these token holders that have not ended, and their users `u`. */
function activeSessions(db: Queryable, holders: TokenHolder[]) {
  return db`
    unnest((select ${holders.map(({ companyId }) => companyId)}::uuid[]), (select ${holders.map(({ sessionId }) => sessionId)}::uuid[]))
      held(company_id, id)
    cross join lateral (
      select id, user_id from session
      where company_id = held.company_id and id = held.id and expires_at > now() limit 1
    ) s
    cross join lateral (
      select role from app_user where company_id = held.company_id and id = s.user_id and deactivated_at is null limit 1
    ) u`
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

/** Keeps everyone else from taking or confirming the address until the transaction ends. */
export async function lockAddress(tx: Tx, email: string) {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`address ${email}`}, 0))`
}

/** Whether an account other than `exceptUserId` has the address, in `companyId` or, by default, in any company. */
export async function isEmailTaken(tx: Tx, email: string, { companyId, exceptUserId }: Where = {}) {
  const [row] = await tx`
    select from app_user
    where lower(email) = ${email} and id is distinct from ${exceptUserId ?? null}
      and company_id = coalesce(${companyId ?? null}::uuid, company_id)`
  return row !== undefined
}

type Where = { companyId?: string; exceptUserId?: string }

export type UserChanges = Partial<Pick<UserRow, 'name' | 'email' | 'pictureSha256'> & { emailConfirmedAt: null }>
export type CompanyChanges = Partial<{
  name: string
  logoSha256: string | null
  sessionDays: number
  assignsOnReply: boolean
  enquiryTypes: string[]
}>

export async function changeUserRow(tx: Tx, { id, companyId }: UserRow, changes: UserChanges) {
  await tx`update app_user set ${tx(changes)} where company_id = ${companyId} and id = ${id}`
}

export async function changeCompanyRow(tx: Tx, companyId: string, changes: CompanyChanges) {
  await tx`update company set ${tx(changes)} where id = ${companyId}`
}
