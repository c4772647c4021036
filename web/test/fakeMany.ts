import { z } from 'zod'
import { ChangeMany, Job, JobResult } from '#contract/bulk.ts'
import { ImportReport } from '#contract/csv.ts'
import { PossibleRequester, type ListedEnquiry } from '#contract/enquiries.ts'
import { ChangeFirstSteps, FirstSteps } from '#contract/firstSteps.ts'
import { ChangeView, SavedView, SaveView } from '#contract/views.ts'
import { uuid } from './people.ts'

/** The schemas of the routes for lists of enquiries and bulk changes. */
export const manyContract = {
  'GET /enquiry/raisers': { answer: z.array(PossibleRequester) },
  'POST /enquiry/import': { answer: ImportReport },
  'POST /enquiry/bulk': { body: ChangeMany, answer: Job },
  'GET /jobs': { answer: z.array(Job) },
  'GET /jobs/:id/results': { answer: z.array(JobResult) },
  'POST /jobs/:id/stop': { answer: Job },
  'POST /jobs/:id/undo': { answer: Job },
  'GET /views': { answer: z.array(SavedView) },
  'POST /views': { body: SaveView, answer: SavedView },
  'PATCH /views/:id': { body: ChangeView, answer: SavedView },
  'DELETE /views/:id': { answer: z.null() },
  'GET /first-steps': { answer: FirstSteps },
  'PATCH /first-steps': { body: ChangeFirstSteps, answer: z.null() },
}

export function isManyRoute(route: string): route is keyof typeof manyContract {
  return route in manyContract
}

/** The checklist of a company that has done nothing yet. */
export function firstSteps(changes: Partial<FirstSteps> = {}) {
  return FirstSteps.parse({
    isShown: true,
    isHidden: false,
    hasInvited: false,
    hasLogo: false,
    hasRaised: false,
    hasAnswered: false,
    hasImported: false,
    sendsMail: false,
    ...changes,
  })
}

interface ManyRequest {
  route: keyof typeof manyContract
  params: Record<string, unknown>
  body: any
}

interface Kept {
  enquiries: ListedEnquiry[]
  jobs: Job[]
  views: SavedView[]
  firstSteps: FirstSteps
}

/** Their responders in the fake server. */
export function usualMany(request: ManyRequest, world: Kept) {
  const { route, params } = request
  switch (route) {
    case 'GET /enquiry/raisers': {
      const people = world.enquiries.flatMap(({ user, assignee }) => (assignee ? [user, assignee] : [user]))
      return ok([...new Map(people.map((one) => [one._id, one])).values()])
    }
    case 'GET /jobs':
      return ok(world.jobs)
    case 'GET /views':
      return ok(world.views)
    case 'POST /views':
      return ok(savedView(request, world), 'View saved', 201)
    case 'PATCH /views/:id':
      return ok(savedView(request, world), 'View saved')
    case 'DELETE /views/:id':
      world.views = world.views.filter(({ _id }) => _id !== params.id)
      return ok(null, 'View removed')
    case 'GET /first-steps':
      return ok(world.firstSteps)
    case 'PATCH /first-steps':
      world.firstSteps = { ...world.firstSteps, isHidden: request.body.isHidden, isShown: !request.body.isHidden }
      return ok(null, request.body.isHidden ? 'First steps hidden' : 'First steps shown')
    default:
      throw new Error(`${route} is answered by the test`)
  }
}

function savedView({ body, params }: ManyRequest, world: Kept): SavedView {
  const before = world.views.find(({ _id }) => _id === params.id)
  const made = { _id: uuid(700 + world.views.length), createdAt: '2026-11-21T08:00:00.000Z', isShared: false }
  const view = { ...made, ...before, ...body }
  world.views = before ? world.views.map((each) => (each === before ? view : each)) : [...world.views, view]
  return view
}

function ok(data: unknown, message?: string, status = 200) {
  return { status, body: { message, data } }
}
