import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from '#server/http/errors.ts'

/** Uploads up to this size do not wait. */
const smallBytes = 1024 * 1024
/** JSON and CSV are held in memory whole, several times over while they are parsed. */
const heldBytes = 64 * 1024 * 1024
/** Forms are written to disk as they arrive. */
const streamedBytes = 512 * 1024 * 1024
const timeoutMs = 30_000

/**
 * Limits concurrent uploads to a number of bytes. The others wait before their body is read, and get 503 after 30 s.
 * Concerns bodies of more than 1 MB on the routes of `app`.
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

/** The announced length, or the route's limit if none is announced. */
function bytesOf({ headers, routeOptions }: FastifyRequest) {
  if (headers['transfer-encoding'] !== undefined) return routeOptions.bodyLimit
  return Math.min(Number(headers['content-length'] ?? 0), routeOptions.bodyLimit)
}

type Upload = { company: string; bytes: number }

export class UploadGate {
  readonly #inside = new Set<Upload>()
  /** Callbacks that let an upload in, in the order of arrival. */
  readonly #waiting = new Map<Upload, () => void>()

  constructor(readonly limit: number) {}

  /**
   * Resolves when the upload may begin, in the order of arrival; it counts until `leaving` aborts. A company that uses half
   * of the capacity is overtaken by others. An upload larger than the capacity runs alone. Rejects with 503 after 30 s.
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
      }, timeoutMs)
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
      // Stop at the first upload that only lacks capacity; otherwise smaller ones would overtake it forever.
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
