import { RateEnquiry, Satisfaction } from '#contract/customers/satisfaction.ts'
import { envelope } from '#contract/paging.ts'
import { requireLink, requireMayWrite, type VisitorServices } from '#server/customers/thread/visitor.ts'
import type { EventHub } from '#server/events/eventHub.ts'
import { apiPaths } from '#server/http/apiPaths.ts'
import type { App } from '#server/http/app.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { rateEnquiry } from './rateEnquiry.ts'

interface RatingServices extends Omit<VisitorServices, 'mailer'> {
  hub: EventHub
}

/** The answer of a customer to the question for a rating. Only a PUT saves one: a link that names a rating saves nothing. */
export function ratingRoutes(app: App, services: RatingServices, mailer: Mailer) {
  const { db, hub } = services
  app.route({
    method: 'PUT',
    url: apiPaths.customerRating,
    config: { access: 'public' },
    schema: {
      summary: 'Rate an enquiry, or change the rating within 28 days, if the customer is asked for a rating',
      description: 'Requires the header `Authorization: Customer {token}` with the token of a link to the page.',
      tags: ['customers'],
      body: RateEnquiry,
      response: { 200: envelope(Satisfaction) },
    },
    async handler(request) {
      const link = await requireLink({ ...services, mailer }, request)
      await requireMayWrite(db, link)
      const hasChanged = await db.beginFor(link.companyId, (tx) => rateEnquiry(tx, link, request.body))
      if (hasChanged) hub.changed(link.companyId)
      return { message: 'Rating saved', data: { ...request.body, canRate: true } }
    },
  })
}
