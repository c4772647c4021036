import type { Language } from '#contract/customers/languages.ts'
import { textsFor } from '#server/customers/texts.ts'
import { nameInMail, writeLetter } from '#server/mail/letter.ts'

type Confirmation = { companyName: string; url: string; appName: string }

/**
 * Asks whether the owner of an address wrote to a company. Anyone can enter anyone's address, so it contains nothing that
 * was typed: otherwise the form could be used to send messages to strangers.
 */
export function confirmationLetter(language: Language, { companyName, url, appName }: Confirmation) {
  const text = textsFor(language)
  const company = nameInMail(companyName)
  return writeLetter({
    language,
    subject: text('mail.confirm.subject', { company }),
    greeting: text('mail.greeting'),
    paragraphs: [text('mail.confirm.text', { company })],
    actions: [{ label: text('mail.confirm.button'), url }],
    notes: [text('mail.confirm.ignore')],
    signature: appName,
    addressHint: text('mail.buttonFails'),
  })
}
