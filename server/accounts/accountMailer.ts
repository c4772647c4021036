import { v7 as uuidv7 } from 'uuid'
import { deviceOf } from '#contract/device.ts'
import { insertEmailLink, type NewEmailLink } from '#server/accounts/emailLinks/emailLinks.ts'
import type { TokenHolder } from '#server/accounts/sessions/accessTokens.ts'
import type { Origin } from '#server/accounts/signIn/knownBrowsers.ts'
import type { Config } from '#server/config.ts'
import type { Db, Tx } from '#server/database/database.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import type { Letter } from '#server/mail/mailStore.ts'
import {
  addressChangedLetter,
  guessingLetter,
  newSignInLetter,
  passwordChangedLetter,
  resetLinkMadeLetter,
} from './accountMails.ts'
import { findUser, type UserRow } from './accountStore.ts'
import type { LinkSecrets } from './secretTokens.ts'

/** The mailer finds the function that writes the confirmation letter under this name. */
export const confirmationPurpose = 'email confirmation'
/** Mails survive an outage of the mail server of this length. */
const retryHours = 24

type Account = Pick<UserRow, 'companyId' | 'id' | 'email'>

/**
 * Queues mails about people's accounts, in the same transaction as the change they report. Does nothing on a server that
 * sends no mail.
 */
export class AccountMailer {
  readonly #config: Config
  readonly #secrets: LinkSecrets

  constructor(
    { config, linkSecrets }: { config: Config; linkSecrets: LinkSecrets },
    private readonly mailer: Mailer,
  ) {
    this.#config = config
    this.#secrets = linkSecrets
  }

  /** Whether this server sends mail, so that people can confirm their addresses. */
  get isOn() {
    return this.mailer.isOn
  }

  /** Call this after the transaction that queued a mail has committed. */
  wake() {
    this.mailer.wake()
  }

  /**
   * Mails a link that confirms the address. The letter is written only when it is sent, so this takes the same time for
   * every address and does not reveal which ones have accounts.
   */
  async requestConfirmation(tx: Tx, account: Account) {
    if (!this.isOn) return
    const { id } = await this.#link(tx, account, 'confirm')
    await this.mailer.queueUnwritten(tx, {
      to: account.email,
      purpose: confirmationPurpose,
      hours: retryHours,
      aboutId: id,
    })
  }

  /**
   * Notifies the old address of the change, with a link that reverses it. An unconfirmed old address gets no mail,
   * because it may belong to a stranger.
   */
  async reportAddressChange(tx: Tx, before: UserRow, newEmail: string) {
    if (!this.isOn || !before.isEmailConfirmed) return
    const { token, expiresAt } = await this.#link(tx, before, 'revert')
    await this.#queue(tx, before, addressChangedLetter(this.#config, before, { newEmail, token, expiresAt }))
  }

  async reportPasswordChange(tx: Tx, user: UserRow) {
    if (!this.isOn || !user.isEmailConfirmed) return
    await this.#queue(tx, user, passwordChangedLetter(this.#config, user))
  }

  /** Reports that an owner has made a link with which this person's password can be changed. */
  async reportResetLink(tx: Tx, user: UserRow, owner: UserRow, expiresAt: Date) {
    if (!this.isOn || !user.isEmailConfirmed) return
    await this.#queue(tx, user, resetLinkMadeLetter(this.#config, user, owner, expiresAt))
  }

  /** Reports that so many wrong passwords were entered for an account that unknown browsers have to wait. */
  async reportGuessing(db: Db, account: Pick<TokenHolder, 'companyId' | 'userId'>) {
    const user = await findUser(db, account)
    if (!this.isOn || !user?.isEmailConfirmed) return
    await db.begin((tx) => this.#queue(tx, user, guessingLetter(this.#config, user)))
    this.wake()
  }

  /** Reports a sign-in from a browser that this person has not used before. */
  async reportSignIn(tx: Tx, user: UserRow, { device, address }: Origin) {
    if (!this.isOn || !user.isEmailConfirmed) return
    const letter = newSignInLetter(this.#config, user, { device: deviceOf(device).name, address, at: new Date() })
    await this.#queue(tx, user, letter)
  }

  async #link(tx: Tx, { companyId, id: userId, email }: Account, kind: NewEmailLink['kind']) {
    const id = uuidv7()
    const token = this.#secrets.emailToken({ companyId, id })
    const { expiresAt } = await insertEmailLink(tx, { companyId, id, userId, kind, email, token })
    return { id, token, expiresAt }
  }

  async #queue(tx: Tx, { email }: Account, letter: Letter) {
    const expiresAt = new Date(Date.now() + retryHours * 3_600_000)
    await this.mailer.queue(tx, { ...letter, to: email, expiresAt })
  }
}
