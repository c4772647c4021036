import { email } from '#contract/accounts.ts'
import { delayed, failures, original, reportSenders, reportSubjects, serverWords } from './bouncePhrases.ts'
import { type HeaderLines, headersIn } from './headerLines.ts'
import { hasEmptyReturnPath, idsIn } from './headers.ts'
import type { Bounce, ParsedMail } from './parsedMail.ts'
import type { Report } from './parts/partSorter.ts'

type Failure = Omit<Bounce, 'messageIds'>
type Read = Pick<ParsedMail, 'from' | 'recipients' | 'subject' | 'text'> & { reports: Report[] }

/** A report says what has happened at its beginning. */
const maxText = 10_000
const maxFrom = 1000
const maxIds = 20
const maxRecipients = 100
const statusFields = ['original-recipient', 'final-recipient', 'action', 'status', 'diagnostic-code']
const addresses = /[^\s<>()[\]{}"'`=:,;*|]{1,100}@[^\s<>()[\]{}"'`:,;*|]{1,200}\.[^\s<>()[\]{}"'`:,;*|.]{2,60}/g

/** Whether a mail reports that another one was not delivered. A person who quotes or forwards such a report sends none. */
export function readBounce(headers: HeaderLines, mail: Read): Bounce | null {
  const statuses = mail.reports.filter(({ type }) => /^message\/(?:global-)?delivery-status$/.test(type))
  if (!isReport(headers, mail, statuses.length > 0)) return null
  const status = readStatuses(statuses)
  if (status === 'delivered') return null
  const failure = status ?? readText(headers, mail)
  return failure ? { ...failure, messageIds: findIds(mail) } : null
}

function isReport(headers: HeaderLines, { from, subject, text }: Read, hasStatus: boolean) {
  const written = (headers.first('from') ?? '').slice(0, maxFrom)
  const local = /([^\s<"@\\]+)["\\]?@/.exec(written)?.[1]
  const names = [from?.name, local, written.replace(/<.*/, '').replace(/"/g, '').trim(), /\((.*)\)/.exec(written)?.[1]]
  const isServer = written.endsWith('<>') || names.some((name) => reportSenders.test(name ?? ''))
  const isDeclared = /^multipart\/report\b/i.test(headers.first('content-type') ?? '') && hasStatus
  if (isServer || isDeclared || headers.first('x-failed-recipients') !== undefined) return true
  return reportSubjects.test(subject) && (hasEmptyReturnPath(headers) || serverWords.test(text.slice(0, maxText)))
}

/**
 * The first recipient whom a mail did not reach, or else is delayed for, by the reports of RFC 3464. `delivered` if it
 * reached all; undefined if no recipient is named.
 */
function readStatuses(reports: Report[]): Failure | 'delivered' | undefined {
  const groups = reports.flatMap(({ content }) =>
    content
      .toString('latin1')
      .split(/(?:\r?\n){2,}/)
      .slice(0, maxRecipients),
  )
  const recipients = groups.map(readRecipient).filter((recipient) => recipient !== undefined)
  const lost = recipients.filter((recipient) => recipient !== 'delivered')
  return lost.find(({ isFinal }) => isFinal) ?? lost[0] ?? recipients[0]
}

function readRecipient(group: string): Failure | 'delivered' | undefined {
  const lines = headersIn(Buffer.from(group.trimStart(), 'latin1'), statusFields)
  const action = /^[a-z]+/i.exec(lines.first('action') ?? '')?.[0].toLowerCase()
  const declared = codeIn(lines.first('status'))
  if (action === undefined && declared === undefined) return undefined
  if (['delivered', 'relayed', 'expanded'].includes(action ?? '') || declared?.startsWith('2')) return 'delivered'
  const explained = codeIn(lines.first('diagnostic-code'))
  const isVague = declared === undefined || declared.endsWith('.0.0')
  return {
    isFinal: action === 'failed' || (action !== 'delayed' && !declared?.startsWith('4')),
    // A mail may have been forwarded. The original recipient is the address to which it was sent.
    recipient: addressOf(lines.first('original-recipient')) ?? addressOf(lines.first('final-recipient')),
    status: (isVague ? explained : undefined) ?? declared ?? null,
  }
}

function codeIn(value: string | undefined) {
  return /(?:^|[^\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(value ?? '')?.[1]
}

function addressOf(value: string | undefined) {
  const written = /^[^;]*;\s*<?([^\s<>]+)>?/.exec(value ?? '')?.[1]
  return email.safeParse(written).data ?? null
}

/** Servers that send no RFC 3464 report say it in words. */
function readText(headers: HeaderLines, mail: Read): Failure | undefined {
  const start = mail.text.slice(0, maxText)
  const end = original.exec(start)?.index ?? start.length
  const said = start.slice(0, end)
  const failed = headers.first('x-failed-recipients')
  const found = failures.map((phrase) => phrase.exec(said)?.index).find((index) => index !== undefined)
  const isDelayed =
    delayed.test(said) || /^(?:warning: message|delayed|.{0,40}\((?:delay|verzögert)\))/i.test(mail.subject)
  if (found === undefined && failed === undefined && !isDelayed) return undefined
  const status = /\b[45]\.\d{1,3}\.\d{1,3}\b(?!\.)/.exec(said)?.[0] ?? null
  const recipient = failed === undefined ? nearestAddress(said, found ?? 0, mail) : addressesIn(failed)[0]?.address
  return { isFinal: !isDelayed, recipient: recipient ?? null, status }
}

/** Reports name the recipient right before or after they say what has failed, and may name the sender too. */
function nearestAddress(text: string, position: number, { from, recipients }: Read) {
  const own = new Set([from?.address, ...recipients])
  const named = addressesIn(text).filter(({ index }) => !/\bfrom\s[\s<]{0,5}$/i.test(text.slice(0, index)))
  const others = named.filter((each) => !own.has(each.address))
  const candidates = others.length > 0 ? others : named
  const distance = ({ index }: { index: number }) => Math.abs(index - position)
  return candidates.toSorted((a, b) => distance(a) - distance(b))[0]?.address
}

function addressesIn(text: string) {
  return [...text.matchAll(addresses)].flatMap(({ 0: found, index }) => {
    const address = email.safeParse(found).data
    return address && !/^(?:postmaster|mailer-daemon)@/.test(address) ? [{ address, index }] : []
  })
}

/** The returned mail is a part, or follows in the text. */
function findIds({ reports, text }: Read) {
  const attached = reports.flatMap(({ content }) => headersIn(content, ['message-id']).all('message-id'))
  const quoted = [...text.matchAll(/^[>\s]{0,20}message-id:\s{0,20}(<[^<>\s]{1,998}>)/gim)].map(([, id]) => id!)
  return [...new Set([...attached, ...quoted].flatMap((id) => idsIn(id)))].slice(0, maxIds)
}
