import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Registration } from '#contract/accounts.ts'
import type { Config } from '#server/config.ts'
import type { App } from './app.ts'
import { nothingHere } from './errors.ts'

/** The kind of registration that a page offers. */
type RegistrationOffered = () => Promise<Registration>

/** Serves the built application: hashed files for ever, and its page for every other path. */
export async function servePages(app: App, config: Config, offered: RegistrationOffered) {
  const root = config.webDir
  const page = await readFile(join(root, 'index.html'), 'utf8').catch(() => undefined)
  if (page === undefined) return app.setNotFoundHandler(() => Promise.reject(nothingHere()))

  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['**/index.html', '**/.vite/**', '**/*.{br,gz}'],
    setHeaders(reply, path) {
      void reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.setNotFoundHandler(async (request, reply) => {
    if (!['GET', 'HEAD'].includes(request.method) || isFile(request.url)) throw nothingHere()
    const registration = await registrationOn(request, config, offered)
    return sendPage(request, reply, page, { ...config, registration })
  })
}

/** A missing file must not be answered with the page: a browser would take it for a script. */
function isFile(url: string) {
  const path = url.split('?')[0]!
  return /^\/(assets|icons)\//.test(path) || /\.(js|css|map|json|xml|txt|ico|png|jpg|svg|woff2)$/.test(path)
}

/** A page comes even while the database does not answer. */
async function registrationOn({ log }: FastifyRequest, { registration }: Config, offered: RegistrationOffered) {
  try {
    return await offered()
  } catch (error) {
    log.warn({ err: error }, 'it is not known whether there is a company yet')
    return registration
  }
}

/** The page with this answer's nonce in it; never kept, because a kept nonce would not match the next policy. */
function sendPage(request: FastifyRequest, reply: FastifyReply, page: string, config: Config) {
  const nonce = randomBytes(16).toString('base64')
  const { appName, vendorName, vendorUrl, notice, iconHosts, registration } = config
  const sendsMail = config.smtpUrl !== undefined
  const shown = { appName, vendorName, vendorUrl, notice, iconHosts, sendsMail, registration }
  const settings = JSON.stringify(shown).replaceAll('<', '\\u003c')
  const body = page
    .replaceAll('__CSP_NONCE__', nonce)
    .replace('__SETTINGS__', () => settings)
    .replace('__COLOR_SCHEME__', schemeOf(request.cookies.colorMode))
    .replace('__TITLE__', () => appName.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy(nonce, iconHosts),
    })
    .send(body)
}

/** What was chosen; the page asks the browser where that is to decide. */
function schemeOf(mode: string | undefined) {
  return mode === 'light' || mode === 'dark' ? mode : 'system'
}

function policy(nonce: string, iconHosts: string[]) {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...iconHosts.map((host) => new URL(host).origin)].join(' '),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ')
}
