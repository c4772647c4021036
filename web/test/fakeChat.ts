import type { User } from '#contract/accounts.ts'
import {
  ReadThread,
  ReadThreadFiles,
  SendMessage,
  SentMessage,
  Thread,
  ThreadFiles,
  type Message,
} from '#contract/chat.ts'
import type { ListedEnquiry } from '#contract/enquiries.ts'
import { storedFile, uuid } from './people.ts'

/** The schemas of the routes for messages. */
export const chatContract = {
  'GET /chat': { answer: Thread },
  'GET /chat/files': { answer: ThreadFiles },
  'POST /chat': { body: SendMessage, answer: SentMessage },
}

type ChatRoute = keyof typeof chatContract

export function isChatRoute(route: string): route is ChatRoute {
  return route in chatContract
}

interface ChatRequest {
  route: ChatRoute
  params: Record<string, unknown>
  body: any
  headers: Record<string, string>
}

interface ChatWorld {
  user: User
  enquiries: ListedEnquiry[]
  messages: Message[]
  seenBy: Thread['seenBy']
}

/** Their responders in the fake server. */
export function usualChat(request: ChatRequest, world: ChatWorld) {
  const { route, params } = request
  switch (route) {
    case 'GET /chat':
      return { status: 200, body: { data: { ...thread(params, world.messages), seenBy: world.seenBy } } }
    case 'GET /chat/files':
      return { status: 200, body: { data: threadFiles(params, world.messages) } }
    case 'POST /chat':
      return { status: 201, body: { data: said(request, world), message: 'Message sent' } }
  }
}

function thread(params: Record<string, unknown>, messages: Message[]) {
  const { before = Infinity, after = 0, limit } = ReadThread.omit({ enquiryId: true }).parse(params)
  const asked = messages.filter(({ seq }) => seq < before && seq > after)
  const docs = params.after === undefined ? asked.slice(-limit) : asked.slice(0, limit)
  const [first, last] = [docs[0]?.seq ?? before, docs.at(-1)?.seq ?? after]
  return {
    docs,
    totalDocs: messages.length,
    hasEarlier: messages.some(({ seq }) => seq < first),
    hasLater: messages.some(({ seq }) => seq > last),
  }
}

/** Two messages with files at once, so that a test needs few. */
const messagesWithFiles = 2

function threadFiles(params: Record<string, unknown>, messages: Message[]) {
  const { before = Infinity } = ReadThreadFiles.omit({ enquiryId: true }).parse(params)
  const found = messages.filter(({ seq, files }) => seq < before && files.length > 0).toReversed()
  const docs = found
    .slice(0, messagesWithFiles)
    .flatMap(({ seq, sender, createdAt, files }) =>
      files.map((file) => ({ seq, sender: sender.name, createdAt, file })),
    )
  return { docs, hasEarlier: found.length > messagesWithFiles }
}

/** Repeats the first response for a repeated key, as the server does. */
function said({ body, headers }: ChatRequest, world: ChatWorld) {
  const { message, side, enquiry, enquiryStatus = 'open' }: SendMessage = body
  const clientId = headers['Idempotency-Key']
  const earlier = world.messages.find((each) => clientId && each.clientId === clientId)
  if (earlier) return earlier
  const seq = world.messages.length + 1
  const { _id, name } = world.user
  const sender = { _id, name, kind: 'user' as const, profilePic: null }
  const createdAt = '2026-11-21T08:00:00.000Z'
  const files = (body.files ?? []).map(storedFile)
  const made = { _id: uuid(2000 + seq), clientId, enquiry, seq, side, sender, message, files, createdAt }
  world.messages = [...world.messages, made]
  world.enquiries = world.enquiries.map((each) =>
    body.enquiryStatus && each._id === enquiry ? { ...each, enquiryStatus, version: each.version + 1 } : each,
  )
  return { ...made, enquiryStatus, isReopened: false }
}
