import { isAscii } from 'node:buffer'
import type { Readable } from 'node:stream'
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'
import { HttpError } from '#server/http/errors.ts'
import { yieldToEventLoop } from '#server/yieldToEventLoop.ts'

/** Decoding and parsing this much text takes a few milliseconds. Pictures may be larger. */
const textBytes = 1024 * 1024
const marker = Buffer.from('"data:')
/** Far more than any request has; from then on they count as text. */
const mostUrls = 100
const copiedAtOnce = 4 * 1024 * 1024
const quote = 0x22
const backslash = 0x5c

/**
 * Takes JSON with data URLs on the routes of `app`, which have to be in a scope of their own. The data URLs are cut out
 * before the rest is decoded, which may have 1 MB: 413.
 */
export function takeLargeJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  const parsed = (request: FastifyRequest, text: string) =>
    new Promise<unknown>((resolve, reject) => {
      void parse(request, text, (error, value) => (error ? reject(error) : resolve(value)))
    })
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', async (request: FastifyRequest, stream: Readable) => {
    const body = await readBody(request, stream)
    if (body.length === 0) return undefined
    if (body.length <= textBytes) return parsed(request, body.toString())
    const { text, urls } = await withoutDataUrls(body)
    return withDataUrls(await parsed(request, text.toString()), urls)
  })
}

/** Puts the body together as it arrives: joining 70 MB at the end would hold the event loop for 60 ms. */
async function readBody({ headers, routeOptions }: FastifyRequest, stream: Readable) {
  const announced = Number(headers['content-length'] ?? routeOptions.bodyLimit)
  if (announced > routeOptions.bodyLimit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
  // The system gives it memory as it is written.
  const body = Buffer.allocUnsafeSlow(announced)
  let length = 0
  try {
    // A stream that is destroyed takes the connection with it, and so the answer.
    for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (length + chunk.length > announced) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
      for (let at = 0; at < chunk.length; at += copiedAtOnce) {
        length += chunk.copy(body, length, at, at + copiedAtOnce)
        await yieldToEventLoop()
      }
    }
  } catch (error) {
    if (error instanceof errorCodes.FST_ERR_CTP_BODY_TOO_LARGE) throw error
    throw new HttpError(400, 'invalid', 'The request was cut off before its end. Send it again')
  }
  if (headers['content-length'] !== undefined && length < announced) {
    throw new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH()
  }
  return body.subarray(0, length)
}

/** The body with the number of each data URL in its place. Data URLs in base64 are plain ASCII without escapes. */
async function withoutDataUrls(body: Buffer) {
  const parts: Buffer[] = []
  const urls: string[] = []
  let kept = 0
  let copied = 0
  let at = body.indexOf(marker)
  while (at >= 0 && urls.length < mostUrls) {
    requireLittleText(kept + at - copied)
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
  requireLittleText(kept + body.length - copied)
  return { text: Buffer.concat([...parts, body.subarray(copied)]), urls }
}

function requireLittleText(bytes: number) {
  if (bytes <= textBytes) return
  throw new HttpError(413, 'too-large', 'The request has too much text: send less of it, or fewer files')
}

/** Behind a backslash the quotation mark is a part of a text. */
function isEscaped(body: Buffer, at: number) {
  return body[at - 1] === backslash
}

function isPlain(content: Buffer) {
  return isAscii(content) && !content.includes(backslash)
}

/** Puts the data URLs back. A text of the sender that looks like a number becomes a data URL of the same sender's. */
function withDataUrls(value: unknown, urls: string[]): unknown {
  if (typeof value === 'string') return /^data:\d+$/.test(value) ? (urls[Number(value.slice(5))] ?? value) : value
  if (Array.isArray(value)) return value.map((each) => withDataUrls(each, urls))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withDataUrls(each, urls)]))
}
