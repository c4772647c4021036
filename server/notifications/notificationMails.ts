import { abilityFor } from '#contract/accounts/abilities.ts'
import type { Role } from '#contract/accounts/roles.ts'
import { toEnquiryId } from '#contract/enquiries.ts'
import type { ChangeNotificationChoices, NotificationKind } from '#contract/notifications.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/database.ts'
import { nameInMail, writeLetter } from '#server/mail/letter.ts'
import type { WriteLetter } from '#server/mail/mailer.ts'
import type { Letter } from '#server/mail/mailStore.ts'
import { shorten } from '#server/text/cutText.ts'
import { chosen } from './choices.ts'
import { kindsFor } from './kinds.ts'
import { newestReply } from './marking.ts'

/** Longer texts are cut: the mail is a reason to open the enquiry, not a copy of it. */
const maxQuote = 500
/** For each person and kind, so that no colleague can fill another person's mailbox. */
const maxPerHour = 60

type MailedRow = {
  kind: NotificationKind
  enquiryId: string
  enquiryNo: number
  summery: string
  count: number
  byName: string
  text: string | null
  name: string
  role: Role
  notificationChoices: ChangeNotificationChoices | null
  isOutdated: boolean
  earlier: number
}

/** Writes the mail of a notification when it is sent, unless the person has read it or must not or need not see it. */
export function writeNotification({ config, db }: { config: Config; db: Db }): WriteLetter {
  return async ({ to, aboutId }) => {
    const row = await findMailed(db, to, aboutId)
    if (!row || row.isOutdated || row.earlier > maxPerHour) return undefined
    if (!kindsFor(abilityFor(row.role)).includes(row.kind)) return undefined
    if (!chosen(row.notificationChoices)[row.kind].mail) return undefined
    return letterOf(config, row)
  }
}

/** Undefined if the entry has been read or removed, or if its person is deactivated or no longer has this address. */
async function findMailed(db: Db, to: string, id: string | null) {
  const [person] = await db<{ companyId: string; userId: string }[]>`
    select u.company_id, u.id as user_id from app_user u
    join notification n on n.company_id = u.company_id and n.id = ${id} and n.user_id = u.id
    where lower(u.email) = lower(${to}) and u.email_confirmed_at is not null and u.deactivated_at is null
      and n.read_at is null`
  if (!person) return undefined
  const { companyId, userId } = person
  const [row] = await db<MailedRow[]>`
    select n.kind, n.enquiry_id, e.enquiry_no, e.summery, coalesce(m.seq - n.since_seq + 1, n.count) as count,
      b.name as by_name, coalesce(m.message, t.note) as text, u.name, u.role, u.notification_choices,
      n.kind = 'assignment' and n.job_id is null and e.assignee_id is distinct from n.user_id as is_outdated, (
        select count(*)::int from notification r
        where r.company_id = ${companyId} and r.user_id = ${userId} and r.kind = n.kind
          and r.at > n.at - interval '1 hour' and r.at <= n.at) as earlier
    from notification n
    join app_user u on u.company_id = n.company_id and u.id = n.user_id
    join enquiry e on e.company_id = n.company_id and e.id = n.enquiry_id
    left join note t on t.company_id = n.company_id and t.id = n.note_id
    left join lateral (${newestReply(db, person)}) m on true
    join participant_profile b on b.company_id = n.company_id and b.id = coalesce(m.sender_id, n.by_id)
    where n.company_id = ${companyId} and n.id = ${id}`
  return row
}

function letterOf(config: Config, row: MailedRow): Letter {
  const origin = config.publicUrl!.replace(/\/$/, '')
  const manageUrl = `${origin}/?notifications=choices`
  const event = eventOf(row)
  const letter = writeLetter({
    subject: event,
    greeting: `Hello ${nameInMail(row.name)},`,
    paragraphs: [`${event}.`, ...aboutEnquiry(row), ...quoted(row.text)],
    actions: [linkOf(origin, row)],
    notes: [`To choose which notifications are mailed to you, open ${manageUrl}`],
    signature: config.appName,
  })
  return { ...letter, manageUrl }
}

function eventOf({ kind, byName, count, enquiryNo }: MailedRow) {
  const name = nameInMail(byName)
  const enquiryId = toEnquiryId(enquiryNo)
  if (kind === 'mention') return `${name} mentioned you in a note on ${enquiryId}`
  if (kind === 'reply') return count > 1 ? `${count} new messages in ${enquiryId}` : `${name} wrote in ${enquiryId}`
  return count > 1 ? `${name} assigned ${count} enquiries to you` : `${name} assigned ${enquiryId} to you`
}

function aboutEnquiry({ kind, count, byName, enquiryNo, summery }: MailedRow) {
  const about = summery === '' ? [] : [`${toEnquiryId(enquiryNo)}: ${summery}`]
  if (kind === 'assignment' && count > 1) return [`The first of them is ${toEnquiryId(enquiryNo)}.`, ...about]
  return kind === 'reply' && count > 1 ? [...about, `The last message is by ${nameInMail(byName)}:`] : about
}

/** A message may consist of files alone. */
function quoted(text: string | null) {
  if (!text) return []
  const short = shorten(text, maxQuote)
  return short.split(/\n+/)
}

function linkOf(origin: string, { kind, count, role, enquiryId }: MailedRow) {
  if (kind === 'assignment' && count > 1) return { label: 'Open the desk', url: `${origin}/desk` }
  const isAnswering = abilityFor(role).can('answer', 'enquiry')
  const label = kind === 'reply' ? 'Open the conversation' : 'Open the enquiry'
  return { label, url: `${origin}/${isAnswering ? 'desk' : 'chats'}/${enquiryId}` }
}
