import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

type Key = { companyId: string; id: string }

const Token = z.tuple([z.uuid(), z.uuid(), z.string().min(1).max(100)])

/** Names a row and carries its secret, of which the row has only the hash. */
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

/** Works the secrets of links out of their ids, so that a link can be shown or sent again and is written down nowhere. */
export class LinkSecrets {
  readonly #key: Buffer

  constructor(secret: string) {
    this.#key = createHmac('sha256', secret).update('invitations').digest()
  }

  ofInvitation({ companyId, id }: Key) {
    return createHmac('sha256', this.#key).update(`${companyId} ${id}`).digest('base64url')
  }

  ofReset({ companyId, id }: Key) {
    return createHmac('sha256', this.#key).update(`reset ${companyId} ${id}`).digest('base64url')
  }

  /** The token of a link in a mail to an address. */
  emailTokenOf(key: Key) {
    const { companyId, id } = key
    return tokenOf(key, createHmac('sha256', this.#key).update(`email ${companyId} ${id}`).digest('base64url'))
  }

  newTokenOf(key: Key) {
    return tokenOf(key, this.ofInvitation(key))
  }

  /** The token of an invitation; null when its secret came from somewhere else, such as an earlier APP_SECRET. */
  tokenOf(row: Key & { tokenHash: Buffer }) {
    return timingSafeEqual(hashOf(this.ofInvitation(row)), row.tokenHash) ? this.newTokenOf(row) : null
  }
}
