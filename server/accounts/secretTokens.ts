import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
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
    return createHmac('sha256', this.#key).update(`${companyId} ${id}`).digest('base64url')
  }

  resetSecret({ companyId, id }: Key) {
    return createHmac('sha256', this.#key).update(`reset ${companyId} ${id}`).digest('base64url')
  }

  /** The token for a link that confirms or restores an email address. */
  emailToken(key: Key) {
    const { companyId, id } = key
    return tokenOf(key, createHmac('sha256', this.#key).update(`email ${companyId} ${id}`).digest('base64url'))
  }

  invitationToken(key: Key) {
    return tokenOf(key, this.invitationSecret(key))
  }

  /** The token of a stored invitation; null if its secret was derived differently, for example from an old APP_SECRET. */
  storedInvitationToken(row: Key & { tokenHash: Buffer }) {
    return timingSafeEqual(hashOf(this.invitationSecret(row)), row.tokenHash) ? this.invitationToken(row) : null
  }
}
