import type { App } from '#server/http/app.ts'
import { countAddresses } from '#server/http/limits/requestLimits.ts'
import { limitUploads } from '#server/http/limits/uploads.ts'
import { stopRoutes } from './mails/stopRoutes.ts'
import { confirmRoutes } from './submissions/confirmRoutes.ts'
import { formRoutes, type FormServices } from './submissions/formRoutes.ts'

/** The pages for people outside the company, which the server renders. */
export async function customerPages(app: App, services: FormServices) {
  app.addContentTypeParser<string>('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body))),
  )
  await countAddresses(app, services.config)
  limitUploads(app, services.storage)
  await formRoutes(app, services)
  confirmRoutes(app, services)
  stopRoutes(app, services)
}
