import type { LinkSecrets } from '#server/accounts/secretTokens.ts'

/** A recipient of a received mail names the mail that it answers, or a company by the slug of its form. */
export type Named = { kind: 'mail'; id: string } | { kind: 'company'; slug: string }

/** 128 bits of the mail's id and 80 bits that prove it, five in each character, or four in each hexadecimal digit. */
const tokenLength = 42
const hexLength = 52

/**
 * The addresses under the mailbox's own: `support+acme@desk.example` for a company, and `support+{token}@desk.example` for
 * the answers to one mail. The token has only letters and digits in lower case, because mail programs change the case.
 */
export class Recipients {
  readonly #local: string
  readonly #domain: string

  constructor(
    /** The address of the mailbox. */
    readonly address: string,
    private readonly secrets: LinkSecrets,
  ) {
    const [local = '', domain = ''] = address.toLowerCase().split('@')
    this.#local = local
    this.#domain = domain
  }

  ofCompany(slug: string) {
    return `${this.#local}+${slug}@${this.#domain}`
  }

  /** Answers to the mail with this id go here, and so do reports that it was not delivered. */
  ofMail(id: string) {
    return this.ofCompany(this.#tokenOf(id))
  }

  /** Whether an address belongs to this mailbox. */
  has(recipient: string) {
    const [local = '', domain] = recipient.toLowerCase().split('@')
    return domain === this.#domain && (local === this.#local || local.startsWith(`${this.#local}+`))
  }

  /** Undefined for an address elsewhere, and for the mailbox's own. */
  read(recipient: string): Named | undefined {
    if (!this.has(recipient)) return undefined
    const [local = ''] = recipient.toLowerCase().split('@')
    const tag = local.slice(this.#local.length + 1)
    if (tag === '') return undefined
    const id = this.#idOf(tag)
    return id === undefined ? { kind: 'company', slug: tag } : { kind: 'mail', id }
  }

  #tokenOf(id: string) {
    const hex = id.replaceAll('-', '') + this.secrets.replyMac(id).toString('hex')
    return BigInt(`0x${hex}`).toString(32).padStart(tokenLength, '0')
  }

  #idOf(tag: string) {
    if (tag.length !== tokenLength || !/^[0-9a-v]+$/.test(tag)) return undefined
    const digits = tag.split('').map((digit) => BigInt(Number.parseInt(digit, 32)))
    const number = digits.reduce((sum, digit) => sum * 32n + digit)
    const hex = number.toString(16).padStart(hexLength, '0')
    const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
    return this.#tokenOf(id) === tag ? id : undefined
  }
}
