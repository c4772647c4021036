import {
  AxiosError,
  CanceledError,
  type AxiosAdapter,
  type AxiosResponse,
  type InternalAxiosRequestConfig,
} from 'axios'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import type { SessionEntry } from '#contract/accounts.ts'
import type { Job } from '#contract/bulk.ts'
import type { Message as MessageType, Thread } from '#contract/chat.ts'
import type { StorageUse } from '#contract/documents.ts'
import {
  Enquiry,
  ListEnquiries,
  type CreateEnquiry,
  type ListedEnquiry,
  type UpdateEnquiry,
} from '#contract/enquiries.ts'
import { enquiryStatuses } from '#contract/enquiries/choices.ts'
import { ErrorResponse } from '#contract/errors.ts'
import type { ErrorCode } from '#contract/errors/codes.ts'
import type { FirstSteps } from '#contract/firstSteps.ts'
import type { HistoryEntry } from '#contract/history.ts'
import { toPage } from '#contract/paging.ts'
import type { Team } from '#contract/team.ts'
import type { SavedView } from '#contract/views.ts'
import { client } from '#web/api/client.ts'
import { isAccountRoute, usualAccount } from './fakeAccount.ts'
import { isChatRoute, usualChat } from './fakeChat.ts'
import { isCustomerPageRoute, noCustomerPage, usualCustomerPage, type CustomerPageWorld } from './fakeCustomerPage.ts'
import { isCustomerRoute, noCustomers, usualCustomers, type CustomerWorld } from './fakeCustomers.ts'
import { assigneeOf, isDeskRoute, usualDesk, type DeskWorld } from './fakeDesk.ts'
import { emptyInbox, isInboxRoute, usualInbox, type InboxWorld } from './fakeInbox.ts'
import { firstSteps, isManyRoute, usualMany } from './fakeMany.ts'
import { routes, type Route, type Rule } from './fakeRoutes.ts'
import { isTeamRoute, usualTeam } from './fakeTeam.ts'
import { healthy, isOperatorRoute, usualOperator, type OperatorWorld } from './operator/fakeOperator.ts'
import { person, tokenFor, uuid } from './people.ts'
import { contentOf } from './sentContent.ts'

export interface FakeRequest {
  route: Route
  params: Record<string, unknown>
  body: any
  headers: Record<string, string>
}

export interface Reply {
  status: number
  body: unknown
  headers?: Record<string, string>
}

type Responder = (request: FakeRequest) => Reply | Promise<Reply>

interface World
  extends
    Partial<DeskWorld>,
    Partial<InboxWorld>,
    Partial<CustomerWorld>,
    Partial<CustomerPageWorld>,
    Partial<OperatorWorld> {
  enquiries?: ListedEnquiry[]
  messages?: MessageType[]
  sessions?: SessionEntry[]
  history?: HistoryEntry[]
  seenBy?: Thread['seenBy']
  team?: Team
  jobs?: Job[]
  views?: SavedView[]
  firstSteps?: FirstSteps
  storage?: StorageUse
  /** The number of the company's last event, if the responses name it. */
  lastEvent?: number | null
}

const emptyWorld = {
  enquiries: [],
  messages: [],
  sessions: [],
  history: [],
  seenBy: { customer: 0, host: 0 },
  colleagues: [],
  notes: [],
  ...emptyInbox,
  ...noCustomers,
  ...noCustomerPage,
  ...healthy,
  lastEvent: null,
  answers: [],
  jobs: [],
  views: [],
  // Like a company that has been at work for a while.
  firstSteps: firstSteps({ isShown: false }),
  storage: { usedBytes: 0, quotaBytes: 10 * 1024 ** 3 },
}

/** A server in memory. `answer` replaces one route's responder; `sent` returns the requests it received. */
export function fakeApi(given: World = {}) {
  const world: Required<World> = {
    user: person(),
    ...emptyWorld,
    team: { people: [], invitations: [] },
    ...given,
  }
  const requests: FakeRequest[] = []
  const replaced: Partial<Record<Route, Responder>> = {}
  client.defaults.adapter = adapterFor(async (request) => {
    requests.push(request)
    const numbers: Reply['headers'] = world.lastEvent === null ? {} : { 'x-last-event': String(world.lastEvent) }
    const { headers, ...reply } = await (replaced[request.route] ?? ((asked) => usual(asked, world)))(request)
    return { ...reply, headers: { ...numbers, ...headers } }
  })
  onTestFinished(() => {
    client.defaults.adapter = () => Promise.reject(new Error('The test has ended'))
  })
  return {
    world,
    requests,
    sent: (route: Route) => requests.filter((request) => request.route === route),
    answer: (route: Route, responder: Responder) => {
      replaced[route] = responder
    },
    restore: (route: Route) => {
      delete replaced[route]
    },
  }
}

export type FakeApi = ReturnType<typeof fakeApi>

export function ok(data: unknown, message?: string, status = 200): Reply {
  return { status, body: { message, data } }
}

export function refusal(status: number, code: ErrorCode, message: string, more: Partial<ErrorResponse> = {}): Reply {
  return { status, body: ErrorResponse.parse({ message, code, ...more }) }
}

/** The responder of a server that cannot be reached. */
export function unreachable(): never {
  throw new AxiosError('Network Error', AxiosError.ERR_NETWORK)
}

/** A response that waits until `letGo` is called. */
export function heldBack(reply: Reply) {
  const gate = new EventTarget()
  const promise = new Promise<Reply>((resolve) => gate.addEventListener('open', () => resolve(reply)))
  return { responder: () => promise, letGo: () => gate.dispatchEvent(new Event('open')) }
}

function adapterFor(respond: Responder): AxiosAdapter {
  return async (config) => {
    const request = await toRequest(config)
    const { status, body, headers = {} } = await Promise.race([respond(request), stopped(config)])
    const isWhole = status < 400 && body !== ''
    const data = isWhole ? checked(request.route, body) : body
    const response: AxiosResponse = { status, data, config, statusText: String(status), headers }
    if (status < 400) return response
    throw new AxiosError(`Status ${status}`, AxiosError.ERR_BAD_REQUEST, config, null, response)
  }
}

/** Rejects when the page cancels the request. */
function stopped({ signal }: InternalAxiosRequestConfig) {
  return new Promise<never>((_, reject) => signal?.addEventListener?.('abort', () => reject(new CanceledError())))
}

async function toRequest(config: InternalAxiosRequestConfig): Promise<FakeRequest> {
  const id = /[0-9a-f-]{36}|[\dT-]+\.\d{3}Z/.exec(config.url ?? '')?.[0]
  const route = `${config.method?.toUpperCase()} ${config.url?.replace(id ?? '', id ? ':id' : '')}`
  if (!isRoute(route)) throw new Error(`The fake server has no ${route}. Add it to web/test/fakeRoutes.ts`)
  const sent = await contentOf(config.data)
  const rule: Rule = routes[route]
  if (rule.body && !rule.body.safeParse(sent).success) throw new Error(`${route} does not take ${config.data}`)
  const headers = Object.fromEntries(Object.entries(config.headers).map(([name, value]) => [name, String(value)]))
  return { route, params: { ...config.params, ...(id && { id }) }, body: sent, headers }
}

function isRoute(route: string): route is Route {
  return route in routes
}

function checked(route: Route, body: unknown) {
  return z.object({ message: z.string().optional(), data: routes[route].answer }).parse(body)
}

function usual(request: FakeRequest, world: Required<World>): Reply {
  const { route, body, params } = request
  if (isManyRoute(route)) return usualMany({ ...request, route }, world)
  if (isDeskRoute(route)) return usualDesk({ ...request, route }, world)
  if (isChatRoute(route)) return usualChat({ ...request, route }, world)
  if (isCustomerRoute(route)) return usualCustomers({ ...request, route }, world)
  if (isCustomerPageRoute(route)) return usualCustomerPage({ ...request, route }, world)
  if (isInboxRoute(route)) return usualInbox({ ...request, route }, world)
  if (isAccountRoute(route)) return usualAccount(route, world.user)
  if (isOperatorRoute(route)) return usualOperator({ ...request, route }, world)
  if (isTeamRoute(route)) return usualTeam({ ...request, route }, world.team)
  switch (route) {
    case 'GET /auth/profile':
      return ok(world.user)
    case 'POST /auth/login':
    case 'POST /auth/register':
      return ok({ accessToken: tokenFor(900), userData: world.user }, 'Welcome')
    case 'POST /auth/refresh':
      return ok({ accessToken: tokenFor(900), userData: world.user })
    case 'POST /auth/logout':
    case 'POST /presence':
      return ok(null)
    case 'GET /auth/sessions':
      return ok(world.sessions)
    case 'DELETE /auth/sessions/:id':
      world.sessions = world.sessions.filter(({ _id }) => _id !== params.id)
      return ok(null, 'Session ended')
    case 'PATCH /users':
      return ok({ ...world.user, ...body, company: { ...world.user.company, ...body.company } }, 'Profile saved')
    case 'GET /storage':
      return ok(world.storage)
    case 'GET /enquiry':
      return ok(listed(params, world.enquiries))
    case 'GET /enquiry/activity':
      return ok(toPage(world.history, world.history.length, { page: 1, limit: 25 }))
    case 'GET /enquiry/summary':
      return ok(summary(world.enquiries))
    case 'POST /enquiry':
      return ok(created(body, world), 'Enquiry created', 201)
    case 'PATCH /enquiry':
      return ok(updated(body, world), 'Enquiry updated')
  }
}

function listed(params: Record<string, unknown>, enquiries: ListedEnquiry[]) {
  const asked = ListEnquiries.parse(params)
  const found = enquiries.filter(
    ({ _id, enquiryId, summery, enquiryStatus, enquiryType, user, assignee, documents, rating, createdAt }) =>
      (!asked._id || asked._id === _id) &&
      (!asked.search || summery.includes(asked.search) || enquiryId.endsWith(`0${asked.search}`)) &&
      isAsked(asked.enquiryStatus, enquiryStatus) &&
      isAsked(asked.enquiryType, enquiryType) &&
      isAsked(asked.raisedBy, user._id) &&
      isAsked(asked.assignee, assignee?._id ?? 'unassigned') &&
      (asked.hasDocuments === undefined || asked.hasDocuments === documents.length > 0) &&
      isAsked<number | null>(asked.rating, rating) &&
      (!asked.createdFrom || createdAt >= asked.createdFrom) &&
      (!asked.createdTo || createdAt < asked.createdTo),
  )
  const from = (asked.page - 1) * asked.limit
  return toPage(found.slice(from, from + asked.limit), found.length, asked)
}

function isAsked<T>(wanted: T[] | undefined, value: T) {
  return !wanted || wanted.includes(value)
}

function summary(enquiries: Enquiry[]) {
  const counted = enquiryStatuses.map((status) => [
    status,
    enquiries.filter(({ enquiryStatus }) => enquiryStatus === status).length,
  ])
  const types = [...new Set(enquiries.map(({ enquiryType }) => enquiryType))]
  const assigned = enquiries.flatMap(({ assignee }) => (assignee ? [[assignee._id, assignee] as const] : []))
  const assignees = [...new Map(assigned).values()]
  return { total: enquiries.length, byStatus: Object.fromEntries(counted), types, assignees }
}

function created(body: Partial<CreateEnquiry>, world: Required<World>) {
  const { user } = world
  const made = Enquiry.parse({
    ...body,
    _id: uuid(300 + world.enquiries.length),
    enquiryId: 'ENQ-000300',
    enquiryStatus: 'open',
    documents: [],
    user: { _id: user._id, name: user.name, profilePic: null },
    host: user.company._id,
    version: 1,
    messageCount: 0,
    assignee: null,
    waitingSince: new Date(0).toISOString(),
    unread: 0,
    createdAt: '2026-11-21T08:00:00.000Z',
    updatedAt: '2026-11-21T08:00:00.000Z',
  })
  world.enquiries = [made, ...world.enquiries]
  return made
}

function updated({ id, assignee, ...changes }: UpdateEnquiry, world: Required<World>) {
  const handedOver = assignee === undefined ? {} : { assignee: assigneeOf(assignee, world) }
  world.enquiries = world.enquiries.map((each) =>
    each._id === id ? { ...each, ...changes, ...handedOver, version: each.version + 1 } : each,
  )
  return world.enquiries.find(({ _id }) => _id === id)
}
