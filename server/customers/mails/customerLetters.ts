import { toEnquiryId } from '#contract/enquiries.ts'
import { textsFor } from '#server/customers/texts.ts'
import { nameInMail, writeLetter } from '#server/mail/letter.ts'
import type { CustomerMailRow, MailedMessage } from './customerMailStore.ts'

type About = CustomerMailRow & { urls: { page: string; stop: string } }

/** The customer's own words are quoted only so far as to recall them. */
const maxQuote = 1000

/** Tells a customer that the enquiry has arrived, with the link to its page. */
export function receiptLetter(about: About) {
  const text = textsFor(about.language)
  const company = nameInMail(about.companyName)
  return writeLetter({
    ...frameOf(about),
    paragraphs: [text('mail.receipt.text', { company })],
    notes: [text('mail.reply.onPage'), `${text('mail.reply.stop')} ${about.urls.stop}`],
  })
}

/** The new replies of the company, and the message that they answer. */
export function replyLetter({ replies, asked, ...about }: About & { replies: MailedMessage[]; asked?: MailedMessage }) {
  const text = textsFor(about.language)
  const company = nameInMail(about.companyName)
  const written = replies.flatMap((reply) => [
    text('mail.reply.wrote', { name: nameInMail(reply.name), company }),
    ...contentOf(about, reply),
  ])
  const quoted = asked ? [text('mail.reply.asked'), ...contentOf(about, asked, maxQuote)] : []
  return writeLetter({
    ...frameOf(about),
    paragraphs: [...written, ...quoted],
    notes: [text('mail.reply.onPage'), `${text('mail.reply.stop')} ${about.urls.stop}`],
  })
}

function frameOf(about: About) {
  const text = textsFor(about.language)
  return {
    language: about.language,
    subject: subjectOf(about),
    greeting: text('mail.greeting'),
    actions: [{ label: text('mail.reply.open'), url: about.urls.page }],
    signature: nameInMail(about.companyName),
    addressHint: text('mail.buttonFails'),
  }
}

/** The subject of all mails about an enquiry, so that mail programs keep them together. */
function subjectOf({ enquiryNo, summery, enquiryType }: CustomerMailRow) {
  return `Re: ${summery || enquiryType} [${toEnquiryId(enquiryNo)}]`
}

/** The lines of a message, and how many files it has: those are on the page. */
function contentOf({ language }: About, { message, fileCount }: MailedMessage, max = Infinity) {
  const short = message.length > max ? `${message.slice(0, max).toWellFormed().trimEnd()}…` : message
  const files = fileCount > 0 ? [textsFor(language)('mail.reply.files', { count: fileCount })] : []
  return [...short.split(/\n+/).filter((line) => line !== ''), ...files]
}
