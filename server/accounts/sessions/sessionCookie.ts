import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignedIn } from '#contract/accounts.ts'
import { findUser, toUser } from '#server/accounts/accountStore.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/database.ts'
import type { FileUrls } from '#server/documents/fileUrls.ts'
import { requireOwnPage } from '#server/http/limits/crossOrigin.ts'
import type { AccessTokens } from './accessTokens.ts'
import { idleDays, type Session } from './sessions.ts'

export interface SessionServices {
  config: Config
  db: Db
  tokens: AccessTokens
  urls: FileUrls
}

/** The cookie with a session's refresh token. It is HttpOnly, so scripts in the page cannot read it. */
export class SessionCookie {
  readonly #services: SessionServices
  readonly #name: string
  readonly #options

  constructor(services: SessionServices) {
    this.#services = services
    // Browsers accept the `__Secure-` prefix over HTTPS only (RFC 6265bis), so nobody can plant the cookie over HTTP.
    const { isHttps, authPath } = services.config
    this.#name = isHttps ? '__Secure-refreshToken' : 'refreshToken'
    this.#options = { httpOnly: true, sameSite: 'strict', path: authPath, secure: isHttps } as const
  }

  /** Throws 403 for a page of another origin. */
  read(request: FastifyRequest) {
    requireOwnPage(request, this.#services.config)
    return request.cookies[this.#name] ?? ''
  }

  clear(reply: FastifyReply) {
    void reply.clearCookie(this.#name, this.#options)
  }

  /** Sets the cookie with the refresh token, and returns the access token and the user for the response body. */
  async signIn(reply: FastifyReply, session: Session): Promise<SignedIn> {
    void reply.setCookie(this.#name, session.refreshToken, { ...this.#options, maxAge: idleDays * 86_400 })
    const { db, tokens } = this.#services
    const user = await findUser(db, session)
    return { accessToken: await tokens.sign(session), userData: toUser(user!, this.#services) }
  }
}
