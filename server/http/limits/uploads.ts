import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import {
  errorCodes,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { HttpError } from '#server/http/errors.ts'
import { whenLeft } from '#server/http/whenLeft.ts'
import { type Sender, Turns } from '#server/scheduling/turns.ts'
import type { Storage } from '#server/storage/storage.ts'
import { networkOf } from './networks.ts'

/** Larger bodies are uploads, which wait for a turn. */
const smallBytes = 1024 * 1024
/** Uploads at a time of a person, or of all visitors of an address who are not signed in. */
const maxOwnUploads = 6
/** Uploads at a time of an address or a company. */
const maxUploads = 24
/** JSON and CSV are in memory whole, several times over while they are parsed. */
const maxParsedBytes = 128 * 1024 * 1024
const patienceMs = 30_000

const own = new Turns(Infinity, maxOwnUploads)
const uploading = new Turns(Infinity, maxUploads)
const parsing = new Turns(maxParsedBytes, maxParsedBytes / 2)

/** Bytes per second that a body must have on average, once it has had some time. */
const leastRate = 8 * 1024
const rateFromMs = 5000

/**
 * Ends the connections of requests on `app` whose body arrives more slowly than any phone sends it. The rest of a body
 * that is not read, because its request was refused, must arrive at that rate as well.
 */
export function requireRate(app: FastifyInstance) {
  app.addHook('preParsing', async ({ raw, log }) => watchRate(raw, log))
  app.addHook('onResponse', async ({ raw, log }) => watchRate(raw, log))
}

function watchRate(raw: IncomingMessage, log: FastifyBaseLogger) {
  // A client that has left reports it no more.
  if (raw.complete || raw.destroyed) return
  const { bytesRead } = raw.socket
  const startedAt = performance.now()
  const timer = setInterval(() => {
    const elapsedMs = performance.now() - startedAt
    const isSlow = raw.socket.bytesRead - bytesRead < (elapsedMs / 1000) * leastRate
    if (raw.complete || elapsedMs < rateFromMs || !isSlow) return
    log.info('a body arrived too slowly')
    raw.destroy()
  }, 1000)
  raw.once('close', () => clearInterval(timer))
}

/**
 * Lets a person, a company and an address have some uploads at a time on the routes of `app`; more of theirs
 * wait before their body is read, and get 503 after 30 s. Nobody waits for bytes that another has only
 * announced: forms are written to the storage as they arrive, and so are other bodies, before they take a
 * turn to be parsed in memory.
 */
export function limitUploads(app: FastifyInstance, storage: Storage) {
  // Before the parsing, from which on a body must arrive at its rate.
  app.addHook('onRequest', async (request, reply) => {
    if (!isUpload(request)) return
    const owners = ownersOf(request)
    const [address, person = address] = owners
    await enter(own, [person!], 1, reply)
    await enter(uploading, owners, 1, reply)
  })
  app.addHook('preParsing', async (request, reply, body) => {
    if (!isUpload(request) || isForm(request)) return body
    const draft = await storage.receive(upTo(request.routeOptions.bodyLimit, body))
    whenLeft(reply, () => storage.discard(draft))
    await enter(parsing, ownersOf(request), draft.size, reply)
    const { stream } = (await storage.open(draft.key))!
    whenLeft(reply, () => stream.destroy())
    return stream
  })
}

/** Whose uploads a request counts among, until its client leaves. */
export function senderOf(request: FastifyRequest): Sender {
  return { owners: ownersOf(request), leaving: request.signal }
}

function ownersOf({ ip, actor }: FastifyRequest) {
  const address = `address ${networkOf(ip)}`
  return actor ? [address, `person ${actor.userId}`, `company ${actor.companyId}`] : [address]
}

/** Unless a length is announced, the body may be as long as the route allows. */
function isUpload({ headers, routeOptions }: FastifyRequest) {
  const announced = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity
  return Math.min(announced, routeOptions.bodyLimit) > smallBytes
}

function isForm({ headers }: FastifyRequest) {
  return /^multipart\//i.test(headers['content-type'] ?? '')
}

/** The turn lasts until the response is sent or the client has left. */
async function enter(turns: Turns, owners: string[], weight: number, reply: FastifyReply) {
  const leaving = new AbortController()
  const timer = setTimeout(() => leaving.abort(busy()), patienceMs)
  let hasLeft = false
  let end = () => leaving.abort(busy())
  whenLeft(reply, () => {
    hasLeft = true
    end()
  })
  try {
    end = await turns.take(owners, weight, leaving.signal)
  } finally {
    clearTimeout(timer)
  }
  if (hasLeft) end()
}

function busy() {
  const message = 'The server is busy with other uploads. Try again in a moment'
  return new HttpError(503, 'unavailable', message, { retryAfter: 10 })
}

async function* upTo(limit: number, body: Readable) {
  let bytes = 0
  // Destroying the body would close the connection before the response is sent.
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
    yield chunk
  }
}
