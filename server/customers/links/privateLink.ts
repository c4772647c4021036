import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'

/** The customer's page, the confirmation of a form, and the end of mails. */
type Page = '/t' | '/c' | '/s'

/** A link with its token in the fragment, which browsers send to nobody: no log and no `Referer` can contain it. */
export function privateLink(origin: string, page: Page, token: string, query = '') {
  return `${origin.replace(/\/$/, '')}${page}${query}#${token}`
}

/** The address of the customer's page of an enquiry. Without PUBLIC_URL, as the visitor reaches this server. */
export function pageAddress({ publicUrl }: Config, { protocol, host }: FastifyRequest, token: string) {
  return privateLink(publicUrl ?? `${protocol}://${host}`, '/t', token)
}

/**
 * Reads the request of a page behind a private link: its token, which may be within the whole link, and
 * whether its button was pressed. Links that were mailed by an earlier version have the token in their path.
 */
export function readSent({ params, body }: FastifyRequest) {
  const { token, pressed } = { ...(params as object), ...(body as object | null) } as Record<string, unknown>
  return { token: /[\w-]{22}(?=\s*$)/.exec(String(token))?.[0] ?? '', isPressed: pressed !== undefined }
}
