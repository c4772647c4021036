import type { FastifyRequest } from 'fastify'
import type { ExpiredLink } from '#contract/customers/thread.ts'
import { findContact } from '#server/customers/contacts/contactStore.ts'
import { findLink, type OpenedLink } from '#server/customers/links/customerLinks.ts'
import type { Db } from '#server/database/database.ts'
import type { FileUrls } from '#server/documents/fileUrls.ts'
import type { Author } from '#server/http/actor.ts'
import { expired, forbidden, notFound } from '#server/http/errors.ts'
import type { Mailer } from '#server/mail/mailer.ts'

export interface VisitorServices {
  db: Db
  urls: FileUrls
  mailer: Mailer
}

/** The token of a link, in the header `Authorization: Customer {token}`: in a URL, it would be in logs. */
export function tokenOf({ headers }: FastifyRequest) {
  const [scheme, token = ''] = headers.authorization?.split(' ') ?? []
  return scheme?.toLowerCase() === 'customer' && /^[\w-]{22}$/.test(token) ? token : undefined
}

/** The link of the request. Throws 404 for an unknown or a revoked one, and 410 for one that has expired. */
export async function requireLink(services: VisitorServices, request: FastifyRequest): Promise<OpenedLink> {
  const link = await requireAnyLink(services.db, request)
  if (!link.isExpired) return link
  throw expired('This link has expired', await describeExpired(services, link))
}

/** The same, also for a link that has expired. */
export async function requireAnyLink(db: Db, request: FastifyRequest): Promise<OpenedLink> {
  const token = tokenOf(request)
  const link = token === undefined ? undefined : await findLink(db, token)
  if (!link) throw notFound('Link')
  return link
}

async function describeExpired({ db, urls, mailer }: VisitorServices, link: OpenedLink): Promise<ExpiredLink> {
  const [company] = await db<{ name: string; logoSha256: string | null }[]>`
    select name, logo_sha256 from company where id = ${link.companyId}`
  const { email, language } = (await findContact(db, link, link.contactId))!
  return {
    address: masked(email),
    canMail: mailer.isOn,
    language,
    company: { companyName: company!.name, logo: urls.picture(company!.logoSha256) },
  }
}

/** `mia@mail.example.com` becomes `m•••@m•••.com`: enough to recognise one's own address. */
export function masked(email: string) {
  const [name = '', host = ''] = email.split('@')
  const ending = host.includes('.') ? host.slice(host.lastIndexOf('.')) : ''
  return `${first(name)}•••@${first(host)}•••${ending}`
}

/** The first character, which may be a surrogate pair. */
function first(text: string) {
  return text === '' ? '' : String.fromCodePoint(text.codePointAt(0)!)
}

export function authorOf({ companyId, contactId }: OpenedLink): Author {
  return { companyId, userId: contactId, isContact: true }
}

/** Throws 403 for a contact who is blocked. */
export async function requireMayWrite(db: Db, link: OpenedLink) {
  const contact = await findContact(db, link, link.contactId)
  if (contact?.blockedAt) throw forbidden('You cannot write to this company here any more')
}
