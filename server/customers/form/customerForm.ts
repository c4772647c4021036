import { CustomerForm } from '#contract/customers/form.ts'
import type { Language } from '#contract/customers/languages.ts'
import { changesBetween, record } from '#server/accounts/history.ts'
import type { Queryable, Tx } from '#server/database/database.ts'
import { violates } from '#server/database/databaseErrors.ts'
import type { Actor } from '#server/http/actor.ts'
import { conflict } from '#server/http/errors.ts'

export type CustomerFormRow = CustomerForm & { companyId: string; companyName: string; logoSha256: string | null }

const selectForms = (db: Queryable) => db`
  select f.company_id, f.is_enabled, f.slug, f.types, f.greeting, f.colour, f.languages, f.privacy_url, f.origins,
    c.name as company_name, c.logo_sha256
  from customer_form f join company c on c.id = f.company_id`

/** Strangers name slugs, in addresses and in recipients of mails. */
export async function findForm(db: Queryable, slug: string) {
  if (!CustomerForm.shape.slug.safeParse(slug).success) return undefined
  const [form] = await db<CustomerFormRow[]>`${selectForms(db)} where f.slug = ${slug}`
  return form
}

export async function findFormOf(db: Queryable, companyId: string) {
  const [form] = await db<CustomerFormRow[]>`${selectForms(db)} where f.company_id = ${companyId}`
  return form
}

/** The form that is enabled, if there is one only. */
export async function findOnlyForm(db: Queryable) {
  const [form, another] = await db<CustomerFormRow[]>`${selectForms(db)} where f.is_enabled limit 2`
  return another ? undefined : form
}

/** The form as owners see it. Before they have configured one, a proposal that is not enabled. */
export async function readForm(db: Queryable, { companyId }: Actor): Promise<CustomerForm> {
  const form = await findFormOf(db, companyId)
  if (form) return toCustomerForm(form)
  const [company] = await db<{ name: string; enquiryTypes: string[] }[]>`
    select name, enquiry_types from company where id = ${companyId}`
  const types = company!.enquiryTypes
  return {
    isEnabled: false,
    slug: slugOf(company!.name, companyId),
    types: types.length > 0 ? types : ['Question'],
    greeting: '',
    colour: '#146cdd',
    languages: ['en' satisfies Language],
    privacyUrl: null,
    origins: [],
  }
}

export function toCustomerForm(row: CustomerFormRow): CustomerForm {
  const { isEnabled, slug, types, greeting, colour, languages, privacyUrl, origins } = row
  return { isEnabled, slug, types, greeting, colour, languages, privacyUrl, origins }
}

/** `Blüte & Söhne` becomes `blute-sohne`. A name without Latin letters becomes a part of the company's id. */
function slugOf(name: string, companyId: string) {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const slug = plain
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '')
  return slug === '' ? companyId.slice(-12) : slug
}

/** Throws 409 if another company has the slug. */
export async function saveForm(tx: Tx, actor: Actor, input: CustomerForm) {
  const { companyId } = actor
  const before = await findFormOf(tx, companyId)
  await tx`
    insert into customer_form ${tx({ companyId, ...input })}
    on conflict (company_id) do update set ${tx(input)}`.catch(refuseTaken)
  const changes = changesBetween(before ? recorded(toCustomerForm(before)) : {}, recorded(input))
  if (Object.keys(changes).length > 0) {
    record(tx, actor, { subject: 'company', subjectId: companyId }, 'form changed', changes)
  }
}

/** The history contains single values. */
function recorded({ types, languages, origins, ...form }: CustomerForm) {
  return { ...form, types: types.join(', '), languages: languages.join(', '), origins: origins.join(', ') }
}

function refuseTaken(error: unknown): never {
  if (!violates(error, 'customer_form_slug_key')) throw error
  const message = 'Another company uses this address. Choose another one'
  throw conflict(message, { slug: message })
}
