import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { languages as everyLanguage } from '#contract/customers/languages.ts'
import type { Config } from '#server/config.ts'
import { readSent } from '#server/customers/links/privateLink.ts'
import { chooseLanguage } from '#server/customers/texts.ts'
import type { FileUrls } from '#server/documents/fileUrls.ts'
import type { App } from '#server/http/app.ts'
import type { CustomerFormRow } from './customerForm.ts'
import { formPolicy, type Outcome, renderLink, renderOutcome, type Shown } from './renderPage.ts'

type Services = { config: Config; urls: FileUrls }

/** Without a company, the page of a form that does not exist. */
export function shownOf({ config, urls }: Services, request: FastifyRequest, form?: CustomerFormRow): Shown {
  const query = request.query as Record<string, unknown>
  const asked = typeof query.lang === 'string' ? query.lang : undefined
  const languages = form?.languages ?? ['en']
  return {
    companyName: form?.companyName ?? '',
    logoUrl: form ? urls.picture(form.logoSha256) : null,
    colour: form?.colour ?? '#146cdd',
    language: chooseLanguage(languages, asked, request.headers['accept-language']),
    languages,
    greeting: form?.greeting ?? '',
    privacyUrl: form?.privacyUrl ?? null,
    nonce: randomBytes(16).toString('base64'),
    appName: config.appName,
    isEmbedded: query.embedded !== undefined,
    path: form ? `/f/${form.slug}` : '/f/',
  }
}

/** Sends one of the pages for customers. Only the company's own websites may embed the form. */
export function sendPage(reply: FastifyReply, { nonce, logoUrl }: Shown, html: string, origins: string[] = []) {
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'content-security-policy': formPolicy(nonce, logoUrl, origins.length > 0 ? ["'self'", ...origins] : []),
    })
    .removeHeader('x-frame-options')
    .send(html)
}

type Respond = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
type LinkPages = { show: Respond; press: Respond }

/**
 * The pages behind a private link at `path`: with the token in its fragment, or in its path if an earlier version has
 * mailed it. `press` responds to the button, which alone changes something, because mail scanners open links.
 */
export function linkPages(app: App, services: Services, path: '/c' | '/s', { show, press }: LinkPages) {
  app.get(path, (request, reply) => sendLinkPage(services, request, reply, path))
  app.post(path, (request, reply) => (readSent(request).isPressed ? press : show)(request, reply))
  app.get(`${path}/:token`, show)
  app.post(`${path}/:token`, press)
}

/** Where the button of such a page posts: an earlier version finds a link that it has mailed at its own path only. */
export function actionOf({ params, url }: FastifyRequest, path: '/c' | '/s') {
  return (params as { token?: string }).token === undefined ? path : url.replace(/\?.*/, '')
}

/** In the visitor's language, because the server does not know the company yet. */
async function sendLinkPage(services: Services, request: FastifyRequest, reply: FastifyReply, action: string) {
  const language = chooseLanguage([...everyLanguage], undefined, request.headers['accept-language'])
  const page = { ...shownOf(services, request), language }
  return sendPage(reply, page, await renderLink(page, action))
}

const statusOf: Partial<Record<Outcome['kind'], number>> = {
  missing: 404,
  closed: 404,
  expired: 404,
  gone: 404,
  busy: 429,
}

export async function sendOutcome(reply: FastifyReply, page: Shown, outcome: Outcome, origins?: string[]) {
  void reply.code(statusOf[outcome.kind] ?? 200)
  return sendPage(reply, page, await renderOutcome(page, outcome), origins)
}
