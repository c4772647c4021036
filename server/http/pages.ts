import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Registration } from '#contract/accounts.ts'
import type { Config } from '#server/config.ts'
import type { App } from './app.ts'
import { unknownPath } from './errors.ts'

const compress = promisify(gzip)

/** Returns the kind of registration that the page should offer. */
type RegistrationOffered = () => Promise<Registration>

/** Serves the built page: hashed files, cacheable forever, and index.html for every other path. */
export async function servePages(app: App, config: Config, offered: RegistrationOffered) {
  const root = config.webDir
  const page = await readFile(join(root, 'index.html'), 'utf8').catch(() => undefined)
  if (page === undefined) return app.setNotFoundHandler(() => Promise.reject(unknownPath()))

  const assets = await listAssets(root)
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['**/index.html', '{assets,.vite}/**', '**/*.{br,gz}'],
    setHeaders(reply, path) {
      void reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
      // The companies' own websites load it.
      if (path.endsWith('/embed.js')) void reply.header('cross-origin-resource-policy', 'cross-origin')
    },
  })
  // One route for all of them: adding hundreds would delay the start.
  app.get<{ Params: { name: string } }>('/assets/:name', async ({ params: { name } }, reply) => {
    if (!assets.has(name)) throw unknownPath()
    return reply.sendFile(`assets/${name}`)
  })
  const send = async (request: FastifyRequest, reply: FastifyReply) => {
    const registration = await registrationOn(request, config, offered)
    return sendPage(request, reply, page, { ...config, registration })
  }
  // The page moves the secret in links of an earlier version to the fragment.
  for (const url of ['/t', '/t/:token']) {
    app.get(url, async (request, reply) => {
      void reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
      return send(request, reply)
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (!['GET', 'HEAD'].includes(request.method) || isFile(request.url)) throw unknownPath()
    return send(request, reply)
  })
}

/** Without the compressed ones, which are sent instead of these. */
async function listAssets(root: string) {
  const names = await readdir(join(root, 'assets'))
  return new Set(names.filter((name) => !/\.(br|gz)$/.test(name)))
}

/** A missing file must not get the page: the browser would run it as a script. */
function isFile(url: string) {
  const path = url.split('?')[0]!
  return /^\/(assets|icons)\//.test(path) || /\.(js|css|map|json|xml|txt|ico|png|jpg|svg|woff2)$/.test(path)
}

/** The page is served even while the database is unavailable. */
async function registrationOn({ log }: FastifyRequest, { registration }: Config, offered: RegistrationOffered) {
  try {
    return await offered()
  } catch (error) {
    log.warn({ err: error }, 'could not check whether a company exists')
    return registration
  }
}

/** Sends the page with a new nonce. It must not be cached, because its nonce would not match the next policy. */
async function sendPage(request: FastifyRequest, reply: FastifyReply, page: string, config: Config) {
  const nonce = randomBytes(16).toString('base64')
  const { appName, vendorName, vendorUrl, notice, iconHosts, registration, sendsMail, apiUrl } = config
  const shared = { appName, vendorName, vendorUrl, notice, iconHosts, sendsMail, registration, apiUrl }
  const settings = JSON.stringify(shared).replaceAll('<', '\\u003c')
  const body = page
    .replaceAll('__CSP_NONCE__', nonce)
    .replace('__SETTINGS__', () => settings)
    .replace('__COLOR_SCHEME__', schemeOf(request.cookies.colorMode))
    .replace('__SIDEBAR__', request.cookies.sidebar === 'collapsed' ? 'collapsed' : 'whole')
    .replace('__TITLE__', () => appName.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy(nonce, config),
      vary: 'accept-encoding',
    })
    .send(await compressed(request, reply, body))
}

/**
 * Compresses the page for each request, because each has another nonce. Browsers accept Brotli only over HTTPS, but gzip always. The first
 * page of the list is not compressed: with compression, its rows came later on a slow line.
 */
async function compressed(request: FastifyRequest, reply: FastifyReply, body: string) {
  if (request.url === '/' || !acceptsGzip(request.headers['accept-encoding'])) return body
  const packed = await compress(body)
  void reply.header('content-encoding', 'gzip')
  return packed
}

/** The negotiator takes `*` for gzip even if gzip is excluded. */
export function acceptsGzip(header = '') {
  return !/\bgzip\s*;\s*q=0(\.0*)?\s*(,|$)/i.test(header) && negotiate(header, ['gzip']) === 'gzip'
}

/** The chosen colour mode. With `system`, the page follows the browser. */
function schemeOf(mode: string | undefined) {
  return mode === 'light' || mode === 'dark' ? mode : 'system'
}

function policy(nonce: string, { apiOrigin, iconHosts }: Config) {
  const api = apiOrigin ? [apiOrigin] : []
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    ["img-src 'self' data: blob:", ...api].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...api, ...iconHosts.map((host) => new URL(host).origin)].join(' '),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    'trusted-types icons',
    "require-trusted-types-for 'script'",
  ].join('; ')
}
