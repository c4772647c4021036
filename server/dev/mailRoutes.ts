import { randomBytes } from 'node:crypto'
import { createElement } from 'react'
import type { App } from '#server/http/app.ts'
import type { CaughtMails } from '#server/mail/caughtMails.ts'
import { MailsPage } from './MailsPage.tsx'

/** Shows the caught mails at `/dev/mails`, and as JSON at `/dev/mails.json`. They contain secret links. */
export function mailRoutes(app: App, { newestFirst }: CaughtMails) {
  app.get('/dev/mails', async (_request, reply) => {
    const { renderToStaticMarkup } = await import('react-dom/server')
    const nonce = randomBytes(16).toString('base64')
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'content-security-policy': `default-src 'none'; img-src 'self'; style-src 'nonce-${nonce}'; frame-ancestors 'none'`,
      })
      .send(`<!doctype html>${renderToStaticMarkup(createElement(MailsPage, { mails: newestFirst, nonce }))}`)
  })
  app.get('/dev/mails.json', async (_request, reply) => {
    void reply.header('cache-control', 'no-store')
    return newestFirst
  })
}
