import type { Recipients } from '#server/customers/mails/recipients.ts'
import { takesNoAnswers } from '#server/mail/noReply.ts'
import type { Mailbox, ParsedMail } from '#server/mail/parsing/parsedMail.ts'

/** Our own addresses. `recipients` is undefined if the server receives no mail. */
export interface OwnAddresses {
  config: { mailFrom: string }
  recipients: Recipients | undefined
}

export function isOwnAddress({ config, recipients }: OwnAddresses, address: string) {
  return address === config.mailFrom.toLowerCase() || recipients?.has(address) === true
}

/** The writer of a mail, who gets the answers. `sentFrom` is the address in `From`, if that is another one. */
export type Written = {
  writer: Mailbox | null
  sentFrom: string | null
  /** Whether `From` names somebody else than ourselves. */
  isNamed: boolean
}

/**
 * `Reply-To` is where answers go, as website forms and assistants write it, unless a mailing list has set it to
 * itself. Where `From` is our own address, or missing, the other headers say who wrote the mail.
 */
export function findWriter(own: OwnAddresses, mail: ParsedMail): Written {
  const foreign = (mailbox: Mailbox | null) => (mailbox && !isOwnAddress(own, mailbox.address) ? mailbox : null)
  const [from, replyTo] = [foreign(mail.from), foreign(mail.replyTo)]
  if (!from) {
    const sender = mail.from ? null : foreign(mail.sender)
    return {
      writer: foreign(mail.originalFrom) ?? replyTo ?? sender,
      sentFrom: mail.from?.address ?? null,
      isNamed: false,
    }
  }
  const isOfList = mail.isList && replyTo && mail.recipients.includes(replyTo.address)
  if (!replyTo || replyTo.address === from.address || isOfList) {
    return { writer: from, sentFrom: null, isNamed: true }
  }
  const name = replyTo.name || (takesNoAnswers(from.address) ? '' : from.name)
  return { writer: { ...replyTo, name }, sentFrom: from.address, isNamed: true }
}
