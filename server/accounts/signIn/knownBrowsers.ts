import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TokenHolder } from '#server/accounts/sessions/accessTokens.ts'
import type { Config } from '#server/config.ts'
import type { Queryable } from '#server/database/database.ts'

/** Browsers limit the lifetime of a cookie to 400 days (RFC 6265bis). */
const cookieDays = 400

export type Browser = { id: string; hash: Buffer }
/** Where a request comes from: the browser, its user agent string, and the IP address. */
export type Origin = { browser: Browser; device: string; address: string }

export function originOf(request: FastifyRequest, browsers: BrowserCookie): Origin {
  const device = request.headers['user-agent'] ?? 'Unknown device'
  return { browser: browsers.read(request), device, address: request.ip }
}

type Holder = Pick<TokenHolder, 'companyId' | 'userId'>

/**
 * The cookie that identifies a browser in which a person has signed in before. It does not sign anyone in. It only exempts
 * them from the delays that other people's failed attempts cause, and from a mail about a new device.
 */
export class BrowserCookie {
  readonly #name: string
  readonly #options

  constructor({ isHttps, authPath }: Pick<Config, 'isHttps' | 'authPath'>) {
    this.#name = isHttps ? '__Secure-browser' : 'browser'
    this.#options = {
      httpOnly: true,
      sameSite: 'strict',
      path: authPath,
      secure: isHttps,
      maxAge: cookieDays * 86_400,
    } as const
  }

  isSet(request: FastifyRequest) {
    return request.cookies[this.#name] !== undefined
  }

  /** The browser of this request. A new browser gets a new id, which `set` then sends to it. */
  read(request: FastifyRequest): Browser {
    const id = request.cookies[this.#name]
    return browserOf(id && /^[\w-]{43}$/.test(id) ? id : randomBytes(32).toString('base64url'))
  }

  set(reply: FastifyReply, { id }: Browser) {
    void reply.setCookie(this.#name, id, this.#options)
  }
}

function browserOf(id: string): Browser {
  return { id, hash: createHash('sha256').update(id).digest() }
}

/** The browser if this person has signed in with it before. */
export async function knownBrowser(db: Queryable, { companyId, userId }: Holder, browser: Browser) {
  const [known] = await db`
    select from known_browser
    where company_id = ${companyId} and user_id = ${userId} and browser_hash = ${browser.hash}`
  return known && browser
}

/** Records that a person has signed in with this browser. Returns whether this is the first time. */
export async function rememberBrowser(db: Queryable, { companyId, userId }: Holder, { hash }: Browser) {
  const [row] = await db<{ isNew: boolean }[]>`
    with added as (
      insert into known_browser (company_id, user_id, browser_hash) values (${companyId}, ${userId}, ${hash})
      on conflict (company_id, user_id, browser_hash) do nothing
      returning true
    ), used as (
      update known_browser set last_used_at = now()
      where company_id = ${companyId} and user_id = ${userId} and browser_hash = ${hash}
    )
    select exists (select from added) as is_new`
  return row!.isNew
}

/** Forgets the browsers in which a person has signed in, except the given one. */
export async function forgetBrowsers(db: Queryable, { companyId, userId }: Holder, except?: Browser) {
  await db`
    delete from known_browser
    where company_id = ${companyId} and user_id = ${userId}
      and browser_hash is distinct from ${except?.hash ?? null}`
}
