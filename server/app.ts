import cookie from '@fastify/cookie'
import Fastify, { type FastifyServerOptions, LogController } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import helmet from 'helmet'
import { abilityFor } from '#contract/accounts/abilities.ts'
import { AccountMailer, confirmationPurpose } from './accounts/accountMailer.ts'
import { accountRoutes } from './accounts/accountRoutes.ts'
import { findRoles, findStandings, findUser, isOperator } from './accounts/accountStore.ts'
import { emailLinkRoutes, writeConfirmation } from './accounts/emailLinks/emailLinkRoutes.ts'
import { resetPurpose, resetRoutes, writeReset } from './accounts/passwords/resetRoutes.ts'
import { securityRoutes } from './accounts/sessions/securityRoutes.ts'
import { SessionLookup } from './accounts/sessions/sessionLookup.ts'
import { authRoutes } from './accounts/signIn/authRoutes.ts'
import { registrationOffered } from './accounts/signIn/registration.ts'
import { teamRoutes } from './accounts/team/teamRoutes.ts'
import { chatRoutes } from './chat/chatRoutes.ts'
import type { Config } from './config.ts'
import { contactRoutes } from './customers/contacts/contactRoutes.ts'
import { customerPages } from './customers/customerPages.ts'
import { formSettingsRoutes } from './customers/form/formSettingsRoutes.ts'
import { receiveMails, recipientsOf } from './customers/incoming/intake.ts'
import { unreadAnswerPurpose, writeUnreadAnswer } from './customers/incoming/unreadAnswer.ts'
import { customerMailPurpose, CustomerMails, reportingToCustomers } from './customers/mails/customerMails.ts'
import { writeCustomerMail } from './customers/mails/customerMailWriter.ts'
import { ratingRoutes } from './customers/satisfaction/ratingRoutes.ts'
import { customerThreadRoutes } from './customers/thread/threadRoutes.ts'
import { cannedResponseRoutes } from './desk/cannedResponseRoutes.ts'
import { deskRoutes } from './desk/deskRoutes.ts'
import { noteRoutes } from './desk/noteRoutes.ts'
import { mailRoutes } from './dev/mailRoutes.ts'
import { fileRoutes } from './documents/fileRoutes.ts'
import { jobRoutes } from './enquiries/bulk/jobRoutes.ts'
import { handBack } from './enquiries/bulk/jobs.ts'
import { JobWorker } from './enquiries/bulk/jobWorker.ts'
import { csvRoutes } from './enquiries/csv/csvRoutes.ts'
import { enquiryRoutes } from './enquiries/enquiryRoutes.ts'
import { firstStepsRoutes } from './enquiries/firstSteps/firstStepsRoutes.ts'
import { historyRoutes } from './enquiries/history/historyRoutes.ts'
import { presenceRoutes } from './enquiries/presenceRoutes.ts'
import { seenRoutes } from './enquiries/seen/seenRoutes.ts'
import { viewRoutes } from './enquiries/views/viewRoutes.ts'
import { eventRoutes } from './events/eventRoutes.ts'
import { guard } from './http/access.ts'
import type { Actor } from './http/actor.ts'
import { describeApi, documentRoutes } from './http/apiDocument.ts'
import { apiPrefix } from './http/apiPaths.ts'
import { type App, schemaController } from './http/app.ts'
import { sendError, unknownPath } from './http/errors.ts'
import { healthRoutes } from './http/health.ts'
import { iconRoutes } from './http/icons.ts'
import { refuseRepeats } from './http/idempotency.ts'
import { refuseTwoHosts, refuseUnreadable } from './http/limits/brokenRequests.ts'
import { allowPage } from './http/limits/crossOrigin.ts'
import { sendLargeTextInParts } from './http/limits/largeText.ts'
import { refuseOtherHosts } from './http/limits/publicHost.ts'
import { countAddresses, countCallers } from './http/limits/requestLimits.ts'
import { limitUploads, requireRate } from './http/limits/uploads.ts'
import { measureRequests } from './http/measureRequests.ts'
import { servePages } from './http/pages.ts'
import { CaughtMails } from './mail/caughtMails.ts'
import { Mailer } from './mail/mailer.ts'
import { writeNotification } from './notifications/notificationMails.ts'
import { notificationRoutes } from './notifications/notificationRoutes.ts'
import { notificationPurpose, Notifier } from './notifications/notifier.ts'
import { operatorRoutes } from './operator/operatorRoutes.ts'
import { unownedMailRoutes } from './operator/unownedMailRoutes.ts'
import { noteRequest } from './scheduling/givingWay.ts'
import type { Services } from './services.ts'

/** The whole product behind one port: the same in production and in tests. */
export async function buildApp(services: Services, logger: FastifyServerOptions['logger'] = false): Promise<App> {
  const { config } = services
  const app = Fastify({
    logger,
    logController: new LogController({ disableRequestLogging: true }),
    // A slow body ends by its rate.
    requestTimeout: 0,
    trustProxy: config.trustedProxies,
    frameworkErrors: sendError,
    clientErrorHandler: refuseUnreadable,
    genReqId: () => crypto.randomUUID(),
    // A request on an open connection may arrive while the server stops. It is still answered.
    return503OnClosing: false,
    schemaController,
  }).withTypeProvider<ZodTypeProvider>()
  app.setErrorHandler(sendError)
  acceptEmptyJson(app)
  forbidStoring(app)
  services.traceRequests?.(app)
  nameRequests(app)
  refuseTwoHosts(app)
  logRequests(app)
  measureRequests(app)
  leaveConnections(app, services)
  requireRate(app)
  sendSecurityHeaders(app, config)
  refuseOtherHosts(app, config)
  await app.register(cookie)
  await describeApi(app, config)
  const caught = config.catchesMails ? new CaughtMails() : undefined
  const mailer = mailerOf(app, services, caught)
  await app.register((api: App) => buildApi(api, services, mailer), { prefix: apiPrefix })
  await app.register((pages: App) => customerPages(pages, { ...services, mailer }))
  await app.register((pages: App) => buildPages(pages, services, caught))
  services.hub.attach(
    (actors) => findLive(services, actors),
    (error) => app.log.warn({ err: error }, 'live events are late'),
  )
  app.addHook('preClose', async () => services.hub.close())
  return app
}

/** A page has about sixty files, which cost little: an address may fetch this many for each API request. */
const filesPerRequest = 5

async function buildPages(pages: App, services: Services, caught: CaughtMails | undefined) {
  const { config } = services
  await countAddresses(pages, { requestsPerMinute: filesPerRequest * config.requestsPerMinute })
  healthRoutes(pages, services)
  iconRoutes(pages)
  if (config.showsApi) documentRoutes(pages)
  if (caught) mailRoutes(pages, caught)
  await servePages(pages, config, registrationOffered(services))
}

function mailerOf(app: App, services: Services, caught: CaughtMails | undefined) {
  const writers = {
    [resetPurpose]: writeReset(services),
    [confirmationPurpose]: writeConfirmation(services),
    [notificationPurpose]: writeNotification(services),
    [unreadAnswerPurpose]: writeUnreadAnswer(services),
    [customerMailPurpose]: writeCustomerMail({ ...services, recipients: recipientsOf(services) }),
  }
  const mailer = new Mailer(services.db, services.config, app.log, writers, caught)
  app.addHook('onReady', async () => mailer.start())
  app.addHook('onClose', () => mailer.stop())
  return mailer
}

async function buildApi(api: App, services: Services, mailer: Mailer) {
  // A client that has disconnected has no address to count by, and needs no response.
  api.addHook('onRequest', async (request, reply) => {
    if (request.socket.remoteAddress === undefined) reply.hijack()
  })
  // Before the guard: a browser asks what is allowed without a token.
  await allowPage(api, services.config)
  sendLargeTextInParts(api)
  await countAddresses(api, services.config)
  const sessions = new SessionLookup((holders) => findStandings(services.guardDb, holders))
  guard(
    api,
    (token) => findActor(services, sessions, token),
    (actor) => isOperatorNow(services, actor),
  )
  countCallers(api, services.config)
  api.addHook('onRequest', async ({ actor }) => {
    if (actor) noteRequest(actor.companyId)
  })
  refuseRepeats(api)
  limitUploads(api, services.storage)
  const accountMailer = new AccountMailer(services, mailer)
  const notifier = new Notifier(mailer)
  const toCustomers = reportingToCustomers(notifier, new CustomerMails(mailer))
  const reporters = { notifier, closings: toCustomers }
  const worker = new JobWorker(services.bulkDb, reporters, api.log, (companyId) => services.hub.changed(companyId))
  api.addHook('onReady', async () => worker.start())
  api.addHook('onClose', () => worker.stop())
  eventRoutes(api, services)
  authRoutes(api, services, accountMailer)
  securityRoutes(api, services, accountMailer)
  emailLinkRoutes(api, services, accountMailer)
  resetRoutes(api, services, mailer, accountMailer)
  accountRoutes(api, services, accountMailer)
  teamRoutes(api, services, { mailer, accountMailer }, { handBack, onHandedBack: () => worker.wake() })
  notificationRoutes(api, services)
  enquiryRoutes(api, services, reporters)
  viewRoutes(api, services)
  firstStepsRoutes(api, services)
  jobRoutes(api, services, worker)
  csvRoutes(api, services)
  seenRoutes(api, services)
  historyRoutes(api, services)
  presenceRoutes(api, services)
  chatRoutes(api, services, toCustomers)
  contactRoutes(api, services)
  customerThreadRoutes(api, services, toCustomers, mailer)
  ratingRoutes(api, services, mailer)
  formSettingsRoutes(api, services, accountMailer)
  await receiveMails(api, services, mailer, notifier)
  deskRoutes(api, services)
  noteRoutes(api, services, notifier)
  cannedResponseRoutes(api, services)
  fileRoutes(api, services)
  operatorRoutes(api, services)
  unownedMailRoutes(api, services, recipientsOf(services))
  api.setNotFoundHandler(() => {
    throw unknownPath()
  })
}

/** While the server stops, clients and load balancers keep no connection to it, and their streams move to other servers. */
function leaveConnections(app: App, { config, hub, stopping }: Services) {
  stopping.addEventListener('abort', () => hub.sendAway(config.drainMs))
  app.addHook('onRequest', async (_request, reply) => {
    if (stopping.aborted) void reply.header('connection', 'close')
  })
}

/** Many clients send `Content-Type: application/json` with an empty body. */
function acceptEmptyJson(app: App) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null) : parse(request, body, done),
  )
}

/** API responses must not be cached, by browsers or proxies. Routes with cacheable responses override this. */
function forbidStoring(app: App) {
  app.addHook('onRequest', async ({ url }, reply) => {
    if (url.startsWith(`${apiPrefix}/`)) void reply.header('cache-control', 'no-store')
  })
}

/** The product never uses these, so no injected script or framed page may use them either. */
const permissions = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb']
const permissionsPolicy = permissions.map((name) => `${name}=()`).join(', ')

/** Fastify's plugin for these headers would compute all of them again for each request. */
function sendSecurityHeaders(app: App, { isHttps }: Config) {
  const setHeaders = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    strictTransportSecurity: isHttps && { maxAge: 365 * 86_400 },
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.setHeader('permissions-policy', permissionsPolicy)
    setHeaders(request.raw, reply.raw, () => done())
  })
}

/** People who report a failure can quote the ID that the log and the trace of the request have. */
function nameRequests(app: App) {
  app.addHook('onRequest', async ({ id }, reply) => void reply.header('x-request-id', id))
}

/**
 * Logs one line per request: caller, route, status and duration; never bodies or addresses, which may contain
 * secrets.
 */
function logRequests(app: App) {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, actor } = request
    request.log[reply.statusCode >= 500 ? 'error' : 'info'](
      {
        method,
        route: routeOptions.url ?? 'none',
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime * 10) / 10,
        user: actor?.userId,
        company: actor?.companyId,
      },
      'request',
    )
  })
}

async function findActor({ tokens }: Services, sessions: SessionLookup, token: string): Promise<Actor | undefined> {
  const holder = await tokens.verify(token)
  const standing = holder && (await sessions.find(holder))
  return standing && { ...holder, ...standing, ability: abilityFor(standing.role) }
}

/** Without OPERATORS, no query is needed. */
async function isOperatorNow({ config, guardDb }: Services, actor: Actor) {
  if (config.operators.length === 0) return false
  const user = await findUser(guardDb, actor)
  return user !== undefined && isOperator(user, config)
}

async function findLive({ guardDb }: Services, actors: Actor[]) {
  const roles = await findRoles(guardDb, actors)
  const live = new Map<string, Actor>()
  for (const actor of actors) {
    const role = roles.get(actor.sessionId)
    if (role) live.set(actor.sessionId, { ...actor, role, ability: abilityFor(role) })
  }
  return live
}
