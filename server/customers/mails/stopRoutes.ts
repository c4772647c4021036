import type { FastifyReply, FastifyRequest } from 'fastify'
import { findContact } from '#server/customers/contacts/contactStore.ts'
import { findFormOf } from '#server/customers/form/customerForm.ts'
import { actionOf, linkPages, sendOutcome, sendPage, shownOf } from '#server/customers/form/formPages.ts'
import { renderStop } from '#server/customers/form/renderPage.ts'
import { findLink, type OpenedLink } from '#server/customers/links/customerLinks.ts'
import { readSent } from '#server/customers/links/privateLink.ts'
import type { FormServices } from '#server/customers/submissions/formRoutes.ts'
import type { App } from '#server/http/app.ts'
import { stopMails } from './customerMailStore.ts'

/** The page behind 'Stop these emails'. Only its button stops them. */
export function stopRoutes(app: App, services: FormServices) {
  linkPages(app, services, '/s', {
    show: (request, reply) => show(services, request, reply),
    press: (request, reply) => stop(services, request, reply),
  })
}

async function show(services: FormServices, request: FastifyRequest, reply: FastifyReply) {
  const asked = await findAsked(services, request, reply)
  if (!asked) return reply
  return sendPage(
    reply,
    asked.page,
    await renderStop({ ...asked.page, action: actionOf(request, '/s'), token: asked.token }),
  )
}

async function stop(services: FormServices, request: FastifyRequest, reply: FastifyReply) {
  const asked = await findAsked(services, request, reply)
  if (!asked) return reply
  await services.db.beginFor(asked.link.companyId, (tx) => stopMails(tx, asked.link))
  return sendOutcome(reply, asked.page, { kind: 'stopped' })
}

type Asked = { token: string; link: OpenedLink; page: ReturnType<typeof shownOf> }

/** The enquiry of the link. For an unknown or a revoked one, it sends a page that says so. */
async function findAsked(
  services: FormServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Asked | undefined> {
  const { token } = readSent(request)
  const link = await findLink(services.db, token)
  if (!link) {
    await sendOutcome(reply, shownOf(services, request), { kind: 'gone' })
    return undefined
  }
  const [form, contact] = await Promise.all([
    findFormOf(services.db, link.companyId),
    findContact(services.db, link, link.contactId),
  ])
  const page = shownOf(services, request, form)
  return { token, link, page: { ...page, language: contact?.language ?? page.language } }
}
