import { parseAddressHeader } from 'mailparser'
import { email } from '#contract/accounts.ts'
import { limits } from '#contract/limits.ts'
import { cutText } from '#server/text/cutText.ts'
import { decodeWords, type HeaderLines } from './headerLines.ts'
import type { Mailbox, ParsedMail } from './parsedMail.ts'
import { oneLine } from './parts/partNames.ts'

const maxReferences = 100
const maxRecipients = 200
const maxSubject = 1000

/** Where a server notes to which address it delivers, before the addresses that the sender has written. */
const deliveryHeaders = ['delivered-to', 'x-original-to', 'envelope-to', 'x-delivered-to', 'x-forwarded-to']
const writtenHeaders = ['to', 'cc', 'resent-to']

/** Where lists that replace `From` note the writer. */
const originalHeaders = ['x-original-from', 'x-original-sender']

const wanted = new Set([
  ...deliveryHeaders,
  ...writtenHeaders,
  'received',
  'from',
  ...originalHeaders,
  'reply-to',
  'sender',
  'subject',
  'date',
  'message-id',
  'in-reply-to',
  'references',
  'return-path',
  'auto-submitted',
  'precedence',
  'x-autoreply',
  'x-autorespond',
  'x-failed-recipients',
  'list-id',
  'list-unsubscribe',
  'list-post',
  'authentication-results',
])

/** Whether a header says anything that is read. */
export function isWantedHeader(key: string) {
  return wanted.has(key)
}

const automaticReply =
  /^(?:auto(?:matic)?[ -]?(?:reply|response)|out of (?:the )?office|automatische antwort|abwesen|réponse automatique|respuesta automática|risposta automatica|resposta automática|automatisch antwoord|automatyczna odpowiedź|otomatik yanıt|رد تلقائي|自动回复|自動回覆|自動返信|自動応答)/iu

/** All that the headers of a mail say. */
export function readHeaders(headers: HeaderLines) {
  return {
    messageId: idsIn(headers.first('message-id'))[0] ?? null,
    inReplyTo: idsIn(headers.first('in-reply-to')).slice(-maxReferences),
    references: idsIn(headers.first('references')).slice(-maxReferences),
    from: firstValid(mailboxesIn([headers.first('from') ?? '']).slice(0, 1)),
    replyTo: firstValid(mailboxesIn(headers.all('reply-to'))),
    originalFrom: firstValid(mailboxesIn(headers.all(...originalHeaders))),
    sender: firstValid(mailboxesIn(headers.all('sender', 'return-path'))),
    recipients: readRecipients(headers),
    subject: cutText(oneLine(decodeWords(headers.first('subject') ?? '')), maxSubject),
    ...readOrigin(headers),
    isList: isList(headers),
    authentications: readAuthentications(headers),
  } satisfies Partial<ParsedMail>
}

/** The ids in angle brackets, or the whole value if it has none. */
export function idsIn(value: string | undefined) {
  const ids = [...(value ?? '').matchAll(/<([^<>\s]{1,998})>/g)].map(([, id]) => oneLine(id!))
  const bare = oneLine(value ?? '')
  return ids.length === 0 && /^[^\s<>]{1,998}$/.test(bare) ? [bare] : ids
}

function firstValid(mailboxes: { address?: string; name: string }[]): Mailbox | null {
  for (const { address: written, name } of mailboxes) {
    const address = email.safeParse(written).data
    if (address) return { address, name: cutText(oneLine(name), limits.name) }
  }
  return null
}

function readRecipients(headers: HeaderLines) {
  const written = mailboxesIn(headers.all(...writtenHeaders)).map(({ address }) => address)
  const received = headers
    .all('received')
    .map((line) => /\bfor\s{1,9}<?([^\s<>;@]{1,64}@[^\s<>;@]{1,255})/i.exec(line)?.[1])
  const delivered = headers
    .all(...deliveryHeaders)
    .flatMap((line) => line.match(/[^\s<>,;@]{1,64}@[^\s<>,;@]{1,255}/g) ?? [])
  const addresses = [...delivered, ...received, ...written].map((address) => email.safeParse(address).data)
  return [...new Set(addresses.filter((address) => address !== undefined))].slice(0, maxRecipients)
}

/** The domain stays as it is sent, because answers go to it. */
function mailboxesIn(values: string[]) {
  return parseAddressHeader(values, { flatten: true, decodePunycode: false }).value
}

/**
 * RFC 3834, and what programs without it send. Help desks mark what people write in them as generated. So does
 * Exchange with its notices of absence, which only their subjects tell apart.
 */
function readOrigin(headers: HeaderLines) {
  const submitted = headers.first('auto-submitted') ?? 'no'
  const precedence = headers.first('precedence') ?? ''
  const isReport = /^multipart\/report\b/i.test(headers.first('content-type') ?? '')
  const isMarked = headers.all('x-autoreply', 'x-autorespond').length > 0 || /^auto_reply\b/i.test(precedence)
  const isReply = /^auto-(?:replied|notified)\b/i.test(submitted) || isMarked || isReport || hasEmptyReturnPath(headers)
  const isGenerated = !/^no\b/i.test(submitted) || /^(?:bulk|junk)\b/i.test(precedence)
  const isAbsence = isGenerated && automaticReply.test(decodeWords(headers.first('subject') ?? '').slice(0, maxSubject))
  return { isAutomatic: isReply || isAbsence, isGenerated: isReply || isGenerated }
}

export function hasEmptyReturnPath(headers: HeaderLines) {
  return /^<\s*>$/.test(headers.first('return-path')?.trim() ?? '')
}

function isList(headers: HeaderLines) {
  return (
    headers.all('list-id', 'list-unsubscribe', 'list-post').length > 0 ||
    /^list\b/i.test(headers.first('precedence') ?? '')
  )
}

/** RFC 8601. */
function readAuthentications(headers: HeaderLines) {
  return headers.all('authentication-results').flatMap((value) => {
    const [id, ...results] = withoutComments(value).split(';')
    const host = /^\s*(\S+)/.exec(id ?? '')?.[1]?.toLowerCase()
    if (!host) return []
    const verdicts = results.map((result) => /^\s*dmarc\s*=\s*([a-z]+)/i.exec(result)?.[1]?.toLowerCase())
    return [
      { host, dmarc: verdicts.find((verdict) => verdict !== undefined) ?? null, domains: results.flatMap(domainOf) },
    ]
  })
}

/** The domain for which SPF or DKIM has passed. */
function domainOf(result: string) {
  const [, method] = /^\s*(spf|dkim)\s*=\s*pass\b/i.exec(result) ?? []
  const property = method?.toLowerCase() === 'spf' ? 'smtp\\.mailfrom' : 'header\\.d'
  const [, domain] = new RegExp(`\\s${property}\\s*=\\s*(?:[^\\s@]*@)?([\\w.-]+)`, 'i').exec(method ? result : '') ?? []
  return domain === undefined ? [] : [domain.toLowerCase()]
}

/** Without the comments, which nest, and without the content of quoted strings. */
function withoutComments(value: string) {
  let text = ''
  let depth = 0
  let isQuoted = false
  for (let index = 0; index < value.length; index++) {
    const character = value[index]!
    if (character === '\\') index++
    else if (character === '"' && depth === 0) isQuoted = !isQuoted
    else if (character === '(' && !isQuoted) depth++
    else if (character === ')' && depth > 0) depth--
    else if (depth === 0 && !isQuoted) text += character
  }
  return text
}
