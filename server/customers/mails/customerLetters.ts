import type { LeftOut } from '#contract/chat.ts'
import { ratings } from '#contract/customers/satisfaction.ts'
import { toEnquiryId } from '#contract/enquiries.ts'
import { limits } from '#contract/limits.ts'
import { textsFor } from '#server/customers/texts.ts'
import { nameInMail, writeLetter } from '#server/mail/letter.ts'
import { shorten } from '#server/text/cutText.ts'
import type { CustomerMailRow, MailedMessage } from './customerMailStore.ts'

/** `canAnswer` says that answers to the mail arrive. */
export type About = CustomerMailRow & { urls: { page: string; ratings: string[]; stop: string }; canAnswer: boolean }

/** The customer's own words are quoted only so far as to recall them. */
const maxQuote = 1000

/** Tells a customer that the enquiry has arrived, with the link to its page. */
export function receiptLetter(about: About, leftOut: LeftOut[]) {
  const text = textsFor(about.language)
  const company = nameInMail(about.companyName)
  return writeLetter({
    ...frameOf(about),
    subject: automaticSubjectOf(about),
    paragraphs: [text('mail.receipt.text', { company }), ...leftOutLines(about, leftOut)],
    notes: notesOf(about),
  })
}

/** Tells a customer which parts of a mail have not arrived. */
export function leftOutLetter(about: About, leftOut: LeftOut[]) {
  const paragraphs = leftOutLines(about, leftOut)
  return writeLetter({ ...frameOf(about), subject: automaticSubjectOf(about), paragraphs, notes: notesOf(about) })
}

function leftOutLines({ language }: About, leftOut: LeftOut[]) {
  if (leftOut.length === 0) return []
  const text = textsFor(language)
  const { files, text: characters } = limits.incoming
  const limit = { megabytes: limits.documentBytes / 1024 ** 2, files, characters }
  const lines = leftOut.map(({ name, reason }) => `${nameInMail(name)}: ${text(`mail.leftOut.${reason}`, limit)}`)
  return [text('mail.leftOut.intro'), ...lines]
}

type Contents = { replies: MailedMessage[]; asked?: MailedMessage }

/** The new replies of the company with the message that they answer, and the question for a rating: one of them, or both. */
export function replyLetter({ replies, asked, ...about }: About & Contents) {
  const { asksRating } = about
  const text = textsFor(about.language)
  const company = nameInMail(about.companyName)
  const written = replies.flatMap((reply) => [
    text('mail.reply.wrote', { name: nameInMail(reply.name), company }),
    ...contentOf(about, reply),
  ])
  const quoted = asked && replies.length > 0 ? [text('mail.reply.asked'), ...contentOf(about, asked, maxQuote)] : []
  const question = asksRating ? [text('mail.rating.closed', { company }), text('thread.rating.title')] : []
  return writeLetter({
    ...frameOf(about),
    paragraphs: [...written, ...quoted, ...question],
    choices: asksRating ? choicesOf(about) : [],
    notes: [...(asksRating ? [text('mail.rating.note')] : []), ...notesOf(about)],
  })
}

/** A link for each rating. It opens the page with that rating chosen, and saves nothing. */
function choicesOf({ language, urls }: About) {
  const text = textsFor(language)
  return ratings.map((rating, index) => ({
    label: `${rating} – ${text(`thread.rating.choices.${rating}`)}`,
    url: urls.ratings[index]!,
  }))
}

function notesOf({ language, canAnswer, urls }: About) {
  const text = textsFor(language)
  return [text(canAnswer ? 'mail.reply.byEmail' : 'mail.reply.onPage'), `${text('mail.reply.stop')} ${urls.stop}`]
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

/**
 * Nobody reads what the server mails by itself, so it has no text of somebody who may have written in another
 * person's name.
 */
function automaticSubjectOf({ enquiryNo, companyName }: CustomerMailRow) {
  return `${nameInMail(companyName)} [${toEnquiryId(enquiryNo)}]`
}

/** The subject of the mails of people about an enquiry, so that mail programs keep them together. */
function subjectOf({ enquiryNo, summery, enquiryType }: CustomerMailRow) {
  return `Re: ${summery || enquiryType} [${toEnquiryId(enquiryNo)}]`
}

/** The lines of a message, and how many files it has: those are on the page. */
function contentOf({ language }: About, { message, fileCount }: MailedMessage, max = Infinity) {
  const short = shorten(message, max)
  const files = fileCount > 0 ? [textsFor(language)('mail.reply.files', { count: fileCount })] : []
  return [...short.split(/\n+/).filter((line) => line !== ''), ...files]
}
