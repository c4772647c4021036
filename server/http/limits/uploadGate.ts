import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from '#server/http/errors.ts'

/** What is shorter than this does not wait. */
const smallBytes = 1024 * 1024
/** JSON and CSV are in memory as a whole, several times over while they are read. */
const heldBytes = 64 * 1024 * 1024
/** Forms are written to disk as they arrive. */
const streamedBytes = 512 * 1024 * 1024
const patienceMilliseconds = 30_000

/**
 * Lets a few uploads in at once, counted in bytes, and has the others wait before their body is read; 503 after 30 s.
 * For the routes of `app` that take more than 1 MB.
 */
export function limitUploads(app: FastifyInstance) {
  const held = new UploadGate(heldBytes)
  const streamed = new UploadGate(streamedBytes)
  app.addHook('preParsing', async (request, reply) => {
    const bytes = bytesOf(request)
    if (bytes <= smallBytes) return
    const gate = request.headers['content-type']?.startsWith('multipart/') ? streamed : held
    const leaving = new AbortController()
    for (const end of ['finish', 'close']) reply.raw.once(end, () => leaving.abort())
    await gate.enter(request.actor?.companyId ?? request.ip, bytes, leaving.signal)
  })
}

/** As many as it announces; as its route takes where it announces none. */
function bytesOf({ headers, routeOptions }: FastifyRequest) {
  if (headers['transfer-encoding'] !== undefined) return routeOptions.bodyLimit
  return Math.min(Number(headers['content-length'] ?? 0), routeOptions.bodyLimit)
}

type Upload = { company: string; bytes: number }

export class UploadGate {
  readonly #inside = new Set<Upload>()
  /** What to call when its turn has come, in the order of arrival. */
  readonly #waiting = new Map<Upload, () => void>()

  constructor(readonly limit: number) {}

  /**
   * Resolves when the upload may begin, in the order of arrival; it counts until `leaving` aborts. A company that takes
   * half of the room lets others go first. One that is larger than the gate goes alone. Rejects with 503 after 30 s.
   */
  async enter(company: string, bytes: number, leaving: AbortSignal) {
    const upload = { company, bytes }
    leaving.addEventListener('abort', () => {
      this.#inside.delete(upload)
      this.#waiting.get(upload)?.()
      this.#admit()
    })
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(upload)
        reject(busy())
      }, patienceMilliseconds)
      this.#waiting.set(upload, () => {
        clearTimeout(timer)
        this.#waiting.delete(upload)
        resolve()
      })
      this.#admit()
    })
  }

  #admit() {
    for (const [upload, begin] of this.#waiting) {
      const own = [...this.#inside].filter(({ company }) => company === upload.company)
      if (!fits(upload, own, this.limit / 2)) continue
      // The first that could begin has its room kept, or small ones would overtake it for ever.
      if (!fits(upload, [...this.#inside], this.limit)) return
      this.#inside.add(upload)
      begin()
    }
  }
}

function fits({ bytes }: Upload, others: Upload[], limit: number) {
  return others.length === 0 || others.reduce((sum, other) => sum + other.bytes, bytes) <= limit
}

function busy() {
  const message = 'The server is busy with other uploads. Try again in a moment'
  return new HttpError(503, 'unavailable', message, { retryAfter: 10 })
}
