import { createHmac } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'

export const accessTokenSeconds = 15 * 60
const maxCachedTokens = 10_000

const Claims = z.object({ sub: z.uuid(), company: z.uuid(), session: z.uuid(), exp: z.number() })

export type TokenHolder = { userId: string; companyId: string; sessionId: string }
type VerifiedHolder = TokenHolder & { expiresAt: number }

/** Signs and checks the short-lived tokens that requests carry. */
export class AccessTokens {
  readonly #key: Buffer
  /** A signature stays valid until the token expires. Each request still checks that the session has not ended. */
  readonly #verified = new Map<string, VerifiedHolder>()

  constructor(secret: string) {
    this.#key = createHmac('sha256', secret).update('access tokens').digest()
  }

  sign({ userId, companyId, sessionId }: TokenHolder) {
    return new SignJWT({ company: companyId, session: sessionId })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(userId)
      .setIssuedAt()
      .setExpirationTime(`${accessTokenSeconds}s`)
      .sign(this.#key)
  }

  /** Returns the holder of the token, or undefined if the token is forged or has expired. */
  async verify(token: string): Promise<VerifiedHolder | undefined> {
    const cached = this.#verified.get(token)
    if (cached && cached.expiresAt > Date.now()) return cached
    this.#verified.delete(token)
    const verified = await jwtVerify(token, this.#key, { algorithms: ['HS256'] }).catch(() => undefined)
    const claims = Claims.safeParse(verified?.payload)
    if (!claims.success) return undefined
    const { sub: userId, company: companyId, session: sessionId, exp } = claims.data
    const holder = { userId, companyId, sessionId, expiresAt: exp * 1000 }
    if (this.#verified.size >= maxCachedTokens) this.#verified.clear()
    this.#verified.set(token, holder)
    return holder
  }
}
