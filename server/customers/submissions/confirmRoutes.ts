import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashOf } from '#server/accounts/secretTokens.ts'
import { findFormOf } from '#server/customers/form/customerForm.ts'
import { actionOf, linkPages, sendOutcome, sendPage, shownOf } from '#server/customers/form/formPages.ts'
import { renderConfirm } from '#server/customers/form/renderPage.ts'
import { pageAddress, readSent } from '#server/customers/links/privateLink.ts'
import type { App } from '#server/http/app.ts'
import type { FormServices } from './formRoutes.ts'
import { confirmSubmission, findPageToken } from './submissions.ts'
import { findByToken, type SubmissionRow } from './submissionStore.ts'

/**
 * The page behind the link in a confirmation mail. Opening it changes nothing, because mail scanners open links; only its
 * button confirms the address.
 */
export function confirmRoutes(app: App, services: FormServices) {
  linkPages(app, services, '/c', {
    show: (request, reply) => show(services, request, reply),
    press: (request, reply) => confirm(services, request, reply),
  })
}

async function show(services: FormServices, request: FastifyRequest, reply: FastifyReply) {
  const asked = await findAsked(services, request, reply)
  if (!asked) return reply
  const { submission, page } = asked
  const token = await findPageToken(services.db, services.linkSecrets, submission)
  if (token) return sendOutcome(reply, page, { kind: 'confirmed', url: pageAddress(services.config, request, token) })
  if (submission.state === 'accepted') return sendOutcome(reply, page, { kind: 'gone' })
  return sendPage(reply, page, await renderConfirm({ ...page, action: actionOf(request, '/c'), token: asked.token }))
}

async function confirm(services: FormServices, request: FastifyRequest, reply: FastifyReply) {
  const asked = await findAsked(services, request, reply)
  if (!asked) return reply
  const { submission, page } = asked
  const token = await services.db.beginFor(submission.companyId, (tx) => confirmSubmission(tx, services, submission))
  services.hub.changed(submission.companyId)
  services.mailer.wake()
  if (!token) return sendOutcome(reply, page, { kind: 'gone' })
  return sendOutcome(reply, page, { kind: 'confirmed', url: pageAddress(services.config, request, token) })
}

type Asked = { token: string; submission: SubmissionRow; page: ReturnType<typeof shownOf> }

/** The submission of the link, and its page in the language of the form. Without one, it sends a page that says so. */
async function findAsked(
  services: FormServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Asked | undefined> {
  const { token } = readSent(request)
  const submission = await findByToken(services.db, hashOf(token))
  if (!submission) {
    await sendOutcome(reply, shownOf(services, request), { kind: 'expired' })
    return undefined
  }
  const form = await findFormOf(services.db, submission.companyId)
  return { token, submission, page: { ...shownOf(services, request, form), language: submission.language } }
}
