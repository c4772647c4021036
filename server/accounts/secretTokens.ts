import { createHash, createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'

type Key = { companyId: string; id: string }

const Token = z.tuple([z.uuid(), z.uuid(), z.string().min(1).max(100)])

/** A token names a row and carries its secret. The row itself stores only the hash of the secret. */
export function tokenOf({ companyId, id }: Key, secret: string) {
  return `${companyId}.${id}.${secret}`
}

export function parseToken(token: string) {
  const parsed = Token.safeParse(token.split('.'))
  if (!parsed.success) return undefined
  const [companyId, id, secret] = parsed.data
  return { companyId, id, secret }
}

export function newSecret() {
  return randomBytes(32).toString('base64url')
}

export function hashOf(secret: string) {
  return createHash('sha256').update(secret).digest()
}

/** Derives the secret of a link from its id, so that the link can be shown or sent again without being stored. */
export class LinkSecrets {
  readonly #key: Buffer

  constructor(secret: string) {
    this.#key = createHmac('sha256', secret).update('invitations').digest()
  }

  invitationSecret({ companyId, id }: Key) {
    return this.#mac(`${companyId} ${id}`).toString('base64url')
  }

  resetSecret({ companyId, id }: Key) {
    return this.#mac(`reset ${companyId} ${id}`).toString('base64url')
  }

  /** The token for a link that confirms or restores an email address. */
  emailToken(key: Key) {
    const { companyId, id } = key
    return tokenOf(key, this.#mac(`email ${companyId} ${id}`).toString('base64url'))
  }

  /** The 128-bit token of a link for a customer: to confirm a submission, or to the page of an enquiry. */
  customerToken(purpose: 'confirm' | 'page', { companyId, id }: Key) {
    return this.#mac(`customer ${purpose} ${companyId} ${id}`).subarray(0, 16).toString('base64url')
  }

  /** The 80 bits that prove that the address for answers to a mail was not guessed. */
  replyMac(mailId: string) {
    return this.#mac(`reply ${mailId}`).subarray(0, 10)
  }

  /** A keyed hash: it recognises a network address without storing it. */
  fingerprintOf(text: string) {
    return this.#mac(`fingerprint ${text}`).subarray(0, 16)
  }

  /** A signature of a text that a visitor sends back. */
  signatureOf(text: string) {
    return this.#mac(`signature ${text}`).toString('base64url')
  }

  invitationToken(key: Key) {
    return tokenOf(key, this.invitationSecret(key))
  }

  #mac(text: string) {
    return createHmac('sha256', this.#key).update(text).digest()
  }
}
