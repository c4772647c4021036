import { v7 as uuidv7 } from 'uuid'
import { deviceOf } from '#contract/device.ts'
import { insertEmailLink, type NewEmailLink } from '#server/accounts/emailLinks/emailLinks.ts'
import type { Origin } from '#server/accounts/signIn/knownBrowsers.ts'
import type { Config } from '#server/config.ts'
import type { Tx } from '#server/database/database.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import type { Letter } from '#server/mail/mailStore.ts'
import { addressChangedLetter, newSignInLetter, passwordChangedLetter } from './accountMails.ts'
import type { UserRow } from './accountStore.ts'
import type { LinkSecrets } from './secretTokens.ts'

/** The mailer knows the writer of the letter with the link by this name. */
export const confirmationPurpose = 'email confirmation'
/** How long an outage of the mail server may last. */
const hoursTried = 24

type Account = Pick<UserRow, 'companyId' | 'id' | 'email'>

/**
 * Queues the mails about people's accounts, in the transaction of what they are about. Does nothing on a server that sends
 * no mail.
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

  /** Whether addresses can be confirmed at all. */
  get isOn() {
    return this.mailer.isOn
  }

  /** Call this once the transaction that queued a mail is committed. */
  wake() {
    this.mailer.wake()
  }

  /** Mails a link that confirms the address. Its letter is written when it is sent: the same work for every address. */
  async askToConfirm(tx: Tx, account: Account) {
    if (!this.isOn) return
    const { id } = await this.#link(tx, account, 'confirm')
    await this.mailer.queueUnwritten(tx, {
      to: account.email,
      purpose: confirmationPurpose,
      hours: hoursTried,
      aboutId: id,
    })
  }

  /** Reports the new address to the old one, with the way back. An old address that nobody confirmed may be a stranger's. */
  async reportAddressChange(tx: Tx, before: UserRow, newEmail: string) {
    if (!this.isOn || !before.isEmailConfirmed) return
    const { token, expiresAt } = await this.#link(tx, before, 'revert')
    await this.#queue(tx, before, addressChangedLetter(this.#config, before, { newEmail, token, expiresAt }))
  }

  async reportPasswordChange(tx: Tx, user: UserRow) {
    if (!this.isOn || !user.isEmailConfirmed) return
    await this.#queue(tx, user, passwordChangedLetter(this.#config, user))
  }

  /** Reports a sign-in from a browser in which this person has not signed in before. */
  async reportSignIn(tx: Tx, user: UserRow, { device, address }: Origin) {
    if (!this.isOn || !user.isEmailConfirmed) return
    const letter = newSignInLetter(this.#config, user, { device: deviceOf(device).name, address, at: new Date() })
    await this.#queue(tx, user, letter)
  }

  async #link(tx: Tx, { companyId, id: userId, email }: Account, kind: NewEmailLink['kind']) {
    const id = uuidv7()
    const token = this.#secrets.emailTokenOf({ companyId, id })
    const { expiresAt } = await insertEmailLink(tx, { companyId, id, userId, kind, email, token })
    return { id, token, expiresAt }
  }

  async #queue(tx: Tx, { email }: Account, letter: Letter) {
    const expiresAt = new Date(Date.now() + hoursTried * 3_600_000)
    await this.mailer.queue(tx, { ...letter, to: email, expiresAt })
  }
}
