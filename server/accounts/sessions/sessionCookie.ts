import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignedIn } from '#contract/accounts.ts'
import { findUser, toUser } from '#server/accounts/accountStore.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/database.ts'
import type { FileUrls } from '#server/documents/fileUrls.ts'
import type { AccessTokens } from './accessTokens.ts'
import { idleDays, type Session } from './sessions.ts'

export interface SessionServices {
  config: Config
  db: Db
  tokens: AccessTokens
  urls: FileUrls
}

/** The cookie that holds a session's refresh token, where no script of a page can read it. */
export class SessionCookie {
  readonly #services: SessionServices
  readonly #name: string
  readonly #options

  constructor(services: SessionServices) {
    this.#services = services
    // Browsers take a cookie with the prefix over https only, so that nobody plants one over http.
    this.#name = services.config.isHttps ? '__Secure-refreshToken' : 'refreshToken'
    this.#options = { httpOnly: true, sameSite: 'strict', path: '/api/auth', secure: services.config.isHttps } as const
  }

  read(request: FastifyRequest) {
    return request.cookies[this.#name] ?? ''
  }

  clear(reply: FastifyReply) {
    void reply.clearCookie(this.#name, this.#options)
  }

  /** Hands a session over: the refresh token in the cookie, the access token and the user in the answer. */
  async signIn(reply: FastifyReply, session: Session): Promise<SignedIn> {
    void reply.setCookie(this.#name, session.refreshToken, { ...this.#options, maxAge: idleDays * 86_400 })
    const { db, tokens } = this.#services
    const user = await findUser(db, session)
    return { accessToken: await tokens.sign(session), userData: toUser(user!, this.#services) }
  }
}
