import { z } from 'zod'
import type { User } from '#contract/accounts.ts'
import { CannedResponse, CreateCannedResponse, UpdateCannedResponse } from '#contract/cannedResponses.ts'
import { activeStatuses, DeskSummary, Queue, ReadQueue } from '#contract/desk.ts'
import type { Enquiry } from '#contract/enquiries.ts'
import { enquiryStatuses } from '#contract/enquiries/choices.ts'
import { Note, WriteNote } from '#contract/notes.ts'
import { uuid } from './people.ts'

/** The schemas of the desk's routes. */
export const deskContract = {
  'GET /desk/queue': { answer: Queue },
  'GET /desk/summary': { answer: DeskSummary },
  'GET /notes': { answer: z.object({ docs: z.array(Note) }) },
  'POST /notes': { body: WriteNote, answer: Note },
  'GET /answers': { answer: z.object({ docs: z.array(CannedResponse) }) },
  'POST /answers': { body: CreateCannedResponse, answer: CannedResponse },
  'PATCH /answers/:id': { body: UpdateCannedResponse, answer: CannedResponse },
  'DELETE /answers/:id': { answer: z.null() },
}

export interface DeskWorld {
  user: User
  enquiries: Enquiry[]
  /** The other people who may answer. */
  colleagues: { _id: string; name: string }[]
  notes: Note[]
  answers: CannedResponse[]
}

export function isDeskRoute(route: string): route is keyof typeof deskContract {
  return route in deskContract
}

interface DeskRequest {
  route: keyof typeof deskContract
  params: Record<string, unknown>
  body: any
}

/** Their responders in the fake server. */
export function usualDesk(request: DeskRequest, world: DeskWorld) {
  return { status: 200, body: replyTo(request, world) }
}

function replyTo({ route, params, body }: DeskRequest, world: DeskWorld): { data: unknown; message?: string } {
  switch (route) {
    case 'GET /desk/queue':
      return { data: queue(params, world) }
    case 'GET /desk/summary':
      return { data: summary(world) }
    case 'GET /notes':
      return { data: { docs: world.notes } }
    case 'POST /notes':
      return { data: written(body, world), message: 'Note added' }
    case 'GET /answers':
      return { data: { docs: world.answers } }
    case 'POST /answers':
      world.answers = [...world.answers, { _id: uuid(900 + world.answers.length), ...body }]
      return { data: world.answers.at(-1), message: 'Canned response saved' }
    case 'PATCH /answers/:id':
      world.answers = world.answers.map((each) => (each._id === params.id ? { ...each, ...body } : each))
      return { data: world.answers.find(({ _id }) => _id === params.id), message: 'Canned response saved' }
    case 'DELETE /answers/:id':
      world.answers = world.answers.filter(({ _id }) => _id !== params.id)
      return { data: null, message: 'Canned response deleted' }
  }
}

function queue(params: Record<string, unknown>, { user, enquiries }: DeskWorld) {
  const { assignee = 'all', enquiryStatus, limit, cursor } = ReadQueue.parse(params)
  const who = assignee === 'mine' ? user._id : assignee
  const docs = enquiries.filter(
    (each) =>
      (who === 'all' || (who === 'unassigned' ? !each.assignee : each.assignee?._id === who)) &&
      (enquiryStatus ? [enquiryStatus] : activeStatuses).includes(each.enquiryStatus),
  )
  const from = Number(cursor ?? 0)
  const end = from + limit
  return { docs: docs.slice(from, end), totalDocs: docs.length, nextCursor: end < docs.length ? String(end) : null }
}

function summary({ user, colleagues, enquiries }: DeskWorld) {
  const people = [user, ...colleagues].map(({ _id, name }) => ({
    _id,
    name,
    profilePic: null,
    canAnswer: true,
    byStatus: counted(enquiries.filter(({ assignee }) => assignee?._id === _id)),
  }))
  return {
    byStatus: counted(enquiries),
    unassigned: counted(enquiries.filter((each) => !each.assignee)),
    assignees: people,
  }
}

function counted(of: Enquiry[]) {
  return Object.fromEntries(
    enquiryStatuses.map((status) => [status, of.filter((each) => each.enquiryStatus === status).length]),
  )
}

function written({ enquiry, note, mentions }: WriteNote, world: DeskWorld) {
  const { _id, name } = world.user
  const made = {
    _id: uuid(800 + world.notes.length),
    enquiry,
    afterSeq: 1,
    author: { _id, name, profilePic: null },
    note,
    mentions: world.colleagues.filter((each) => mentions.includes(each._id)),
    createdAt: '2026-11-21T08:00:00.000Z',
  }
  world.notes = [...world.notes, made]
  return made
}

export function assigneeOf(id: string | null, { user, colleagues }: DeskWorld) {
  const found = [user, ...colleagues].find(({ _id }) => _id === id)
  return found ? { _id: found._id, name: found.name, profilePic: null } : null
}
