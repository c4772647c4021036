/** Why part of a mail is not in what was read of it. */
export type Omission = 'size' | 'count' | 'text'

/** A file of a mail, written to the folder that the caller named. */
export type ParsedFile = { path: string; name: string; size: number }

/** A report that a mail was not delivered (RFC 3464, and the usual ones in plain text). */
export type Bounce = {
  /** Whether the mail server has given up. A mail that is only delayed may still arrive. */
  isFinal: boolean
  /** The address that could not be reached, in lower case, if the report names one. */
  recipient: string | null
  /** An enhanced status code (RFC 3463), such as `5.1.1`. */
  status: string | null
  /** The ids of the mails that the report contains, without brackets. */
  messageIds: string[]
}

export type Mailbox = { address: string; name: string }

/** The content of a mail. Nobody has checked that any of it is true. */
export type ParsedMail = {
  /** Ids are without brackets. */
  messageId: string | null
  inReplyTo: string[]
  /** Oldest first; at most 100, the newest. */
  references: string[]
  /** The first address of `From`, in lower case; null if there is no valid one. */
  from: Mailbox | null
  /** Where its writer wants answers, the first valid address. */
  replyTo: Mailbox | null
  /** Its writer, where a list has put its own address into `From`. */
  originalFrom: Mailbox | null
  /** The sender in `Sender` or `Return-Path`. */
  sender: Mailbox | null
  /** The addresses to which it was sent or delivered, in lower case: at most 200. */
  recipients: string[]
  /** One line without control characters. */
  subject: string
  /** Whether a program answers, such as with a notice of absence. */
  isAutomatic: boolean
  /** Whether it is a single sign, such as a thumb, which asks for no answer. */
  isReaction: boolean
  /** Whether a program sent it, maybe with the words of a person. No program answers it. */
  isGenerated: boolean
  /** Whether it came through a mailing list. */
  isList: boolean
  /**
   * Each `Authentication-Results`, the topmost first: the server that it names, the verdict on DMARC, and the
   * domains that SPF or DKIM proves.
   */
  authentications: { host: string; dmarc: string | null; domains: string[] }[]
  bounce: Bounce | null
  /** Plain text, converted from HTML if there is no other, and cleaned (`contract/text/cleaned.ts`) before the ranges are found. */
  text: string
  /** The ranges of `text` that are quotes or signatures, in order, as positions in UTF-16 code units. */
  collapsed: [from: number, to: number][]
  files: ParsedFile[]
  leftOut: { name: string; reason: Omission }[]
  /** Recognises the same mail when it arrives twice, over different ways. A hexadecimal hash. */
  contentKey: string
}
