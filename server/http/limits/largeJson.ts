import { isAscii } from 'node:buffer'
import type { Readable } from 'node:stream'
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'
import { HttpError } from '#server/http/errors.ts'
import { yieldToEventLoop } from '#server/scheduling/yieldToEventLoop.ts'

/** Decoding and parsing this much text takes a few milliseconds. Data URLs may be larger. */
const maxTextBytes = 1024 * 1024
const marker = Buffer.from('"data:')
/** More than any request needs. Any beyond these count as text. */
const maxUrls = 100
const copyBytes = 4 * 1024 * 1024
const quote = 0x22
const backslash = 0x5c

/**
 * Accepts JSON with large data URLs on the routes of `app`, which must be an encapsulated Fastify scope. The data URLs are
 * cut out before the rest is parsed; 413 if the rest exceeds 1 MB.
 */
export function acceptLargeJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  const parsed = (request: FastifyRequest, text: string) =>
    new Promise<unknown>((resolve, reject) => {
      void parse(request, text, (error, value) => (error ? reject(error) : resolve(value)))
    })
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', async (request: FastifyRequest, stream: Readable) => {
    const body = await readBody(request, stream)
    if (body.length === 0) return undefined
    if (body.length <= maxTextBytes) return parsed(request, body.toString())
    const { text, urls } = await withoutDataUrls(body)
    return withDataUrls(await parsed(request, text.toString()), urls)
  })
}

/** Assembles the body as it arrives: concatenating 70 MB at the end would block the event loop for 60 ms. */
async function readBody({ headers, routeOptions }: FastifyRequest, stream: Readable) {
  const announced = Number(headers['content-length'] ?? routeOptions.bodyLimit)
  if (announced > routeOptions.bodyLimit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
  // The operating system assigns memory only as the buffer is written.
  const body = Buffer.allocUnsafeSlow(announced)
  let length = 0
  try {
    // Destroying the stream would close the connection before the response is sent.
    for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (length + chunk.length > announced) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
      for (let at = 0; at < chunk.length; at += copyBytes) {
        length += chunk.copy(body, length, at, at + copyBytes)
        await yieldToEventLoop()
      }
    }
  } catch (error) {
    if (error instanceof errorCodes.FST_ERR_CTP_BODY_TOO_LARGE) throw error
    throw new HttpError(400, 'invalid', 'The request was incomplete. Send it again')
  }
  if (headers['content-length'] !== undefined && length < announced) {
    throw new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH()
  }
  return body.subarray(0, length)
}

/** Replaces each data URL with its number. Data URLs in base64 are plain ASCII without escapes. */
async function withoutDataUrls(body: Buffer) {
  const parts: Buffer[] = []
  const urls: string[] = []
  let kept = 0
  let copied = 0
  let at = body.indexOf(marker)
  while (at >= 0 && urls.length < maxUrls) {
    limitText(kept + at - copied)
    const start = at + 1
    const end = isEscaped(body, at) ? -1 : body.indexOf(quote, start)
    const content = body.subarray(start, end)
    if (end >= 0 && isPlain(content)) {
      parts.push(body.subarray(copied, start), Buffer.from(`data:${urls.length}`))
      kept += start - copied + parts.at(-1)!.length
      urls.push(content.toString('latin1'))
      copied = end
    }
    await yieldToEventLoop()
    at = body.indexOf(marker, Math.max(start, copied))
  }
  limitText(kept + body.length - copied)
  return { text: Buffer.concat([...parts, body.subarray(copied)]), urls }
}

function limitText(bytes: number) {
  if (bytes <= maxTextBytes) return
  throw new HttpError(413, 'too-large', 'The request has too much text: send less text, or fewer files')
}

/** A quotation mark after a backslash is part of a text. */
function isEscaped(body: Buffer, at: number) {
  return body[at - 1] === backslash
}

function isPlain(content: Buffer) {
  return isAscii(content) && !content.includes(backslash)
}

/** Puts the data URLs back. A text such as `data:0` becomes one of the same request's data URLs, which is harmless. */
function withDataUrls(value: unknown, urls: string[]): unknown {
  if (typeof value === 'string') return /^data:\d+$/.test(value) ? (urls[Number(value.slice(5))] ?? value) : value
  if (Array.isArray(value)) return value.map((each) => withDataUrls(each, urls))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withDataUrls(each, urls)]))
}
