import { type FetchQueryObject, ImapFlow, type MailboxObject, type SearchObject } from 'imapflow'
import { isLoopback } from '#server/mail/mailTransport.ts'
import { mailboxPathOf } from './mailboxName.ts'
import { pieceBytes } from './receivedMails.ts'
import { ReceptionError, receptionErrorOf } from './receptionFailures.ts'

const recipientFields = ['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to']

/** A UID names no mail any more: another client has moved or deleted it. */
export class MailGone extends Error {}

/** A connection to one mailbox. Its methods throw ReceptionError. */
export class MailboxConnection {
  readonly #client: ImapFlow
  #opened: MailboxObject | undefined

  constructor(
    private readonly imapUrl: string,
    /** How long the mail server may take to respond. */
    private readonly stallMs: number,
    /** Called when mails arrive, and when the connection ends. */
    onNews: () => void,
  ) {
    this.#client = clientFor(imapUrl, stallMs)
    // Whoever waits for a response gets the error as well.
    this.#client.on('error', () => undefined)
    this.#client.on('exists', onNews)
    this.#client.on('close', onNews)
  }

  /** Signs in, and opens the mailbox. Returns its UIDVALIDITY. */
  async open() {
    await this.#ask((client) => client.connect())
    this.#opened = await this.#ask((client) => client.mailboxOpen(mailboxPathOf(this.imapUrl)))
    return Number(this.#opened.uidValidity)
  }

  /** The UIDs above this one, in order. */
  async uidsAbove(uid: number) {
    const uids = await this.#find({ uid: `${uid + 1}:*` })
    // `*` is the last mail, even if its UID is smaller (RFC 9051, 9, `seq-range`).
    return uids.filter((each) => each > uid)
  }

  /** The bytes of a mail. Never sets \Seen. Throws MailGone. */
  async *content(uid: number): AsyncGenerator<Uint8Array> {
    for (let start = 0; ; start += pieceBytes) {
      const { source } = await this.#fetch(uid, { source: { start, maxLength: pieceBytes } })
      if (source?.length) yield source
      if (!source || source.length < pieceBytes) return
    }
  }

  /**
   * The size of a mail, as the mail server states it, and the header fields that name its recipients. Throws
   * MailGone.
   */
  async about(uid: number) {
    const { size, headers } = await this.#fetch(uid, { size: true, headers: recipientFields })
    return { size: size ?? 0, header: headers?.toString('latin1') ?? '' }
  }

  /** The first bytes of a mail, and the size of all. Throws MailGone. */
  async beginning(uid: number) {
    const { source, size } = await this.#fetch(uid, { size: true, source: { start: 0, maxLength: pieceBytes } })
    return { bytes: source ?? Buffer.alloc(0), size: size ?? 0 }
  }

  /** Moves mails to the mailbox `Done` beside this one. A mail that is not here counts as moved. */
  async move(uids: number[]) {
    const present = await this.#find({ uid: uids.join(',') })
    if (present.length === 0) return
    if (await this.#moveToDone(present)) return
    // Not all mail servers say why they refuse to move: the mailbox may be missing.
    await this.#ask((client) => client.mailboxCreate(this.#donePath())).catch(onlyRefusal)
    if (!(await this.#moveToDone(present))) throw new ReceptionError('move')
  }

  /** Asks the mail server to report new mails, until the next command. */
  waitForNews() {
    this.#client.idle().catch(() => undefined)
  }

  /** Whether a mail with this Message-ID is here. */
  async has(messageId: string) {
    return (await this.#find({ header: { 'message-id': messageId } })).length > 0
  }

  close() {
    this.#client.close()
  }

  async #fetch(uid: number, query: FetchQueryObject) {
    const mail = await this.#ask((client) => client.fetchOne(String(uid), query, { uid: true }))
    if (mail && mail.uid === uid) return mail
    if (mail || (await this.#find({ uid: String(uid) })).length > 0) throw new ReceptionError('other')
    throw new MailGone()
  }

  async #find(query: SearchObject) {
    const found = await this.#ask((client) => client.search(query, { uid: true }))
    if (!found) throw new ReceptionError(this.#client.usable ? 'other' : 'connection')
    return found.toSorted((a, b) => a - b)
  }

  async #moveToDone(uids: number[]) {
    const moved = await this.#ask((client) => client.messageMove(uids.join(','), this.#donePath(), { uid: true }))
    if (!moved && !this.#client.usable) throw new ReceptionError('connection')
    return Boolean(moved)
  }

  #donePath() {
    const { path, delimiter } = this.#opened!
    const folders = delimiter ? path.split(delimiter).slice(0, -1) : []
    return [...folders, 'Done'].join(delimiter)
  }

  /** Ends the connection if a response is late, because a connection that stalls reports no error. */
  async #ask<T>(command: (client: ImapFlow) => Promise<T>) {
    const timer = setTimeout(() => this.#client.close(), this.stallMs)
    try {
      return await command(this.#client)
    } catch (error) {
      throw receptionErrorOf(error as Error)
    } finally {
      clearTimeout(timer)
    }
  }
}

function onlyRefusal(error: unknown) {
  if (!(error instanceof ReceptionError && error.failure === 'other')) throw error
}

/** Mails and the password never cross a network unencrypted: except on loopback, `imap://` requires STARTTLS. */
function clientFor(imapUrl: string, stallMs: number) {
  const { protocol, hostname, port, username, password } = new URL(imapUrl)
  const secure = protocol === 'imaps:'
  return new ImapFlow({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 993 : 143),
    secure,
    doSTARTTLS: secure ? undefined : !isLoopback(hostname),
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    connectionTimeout: stallMs,
    greetingTimeout: stallMs,
    disableAutoIdle: true,
    logger: false,
  })
}
