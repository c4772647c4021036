import { ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError } from 'fastify'
import type { ErrorResponse } from '#contract/errors.ts'
import type { App } from '#server/http/app.ts'
import { HttpError } from '#server/http/errors.ts'

const refusals: Record<string, [status: number, refusal: ErrorResponse]> = {
  HPE_HEADER_OVERFLOW: [
    431,
    { code: 'too-large', message: 'The headers are too large. Delete the cookies of this site' },
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, { code: 'unavailable', message: 'The request took too long. Try again' }],
}
const unreadable: (typeof refusals)[string] = [
  400,
  { code: 'invalid', message: 'The request could not be read: send valid HTTP' },
]

/**
 * Answers a request that cannot be read, and closes its connection. The answer says so, because a proxy would
 * otherwise send somebody else's request on it (RFC 9112, section 9.6). Before the end of another response it
 * would be a part of that.
 */
export function refuseUnreadable({ code }: ConnectionError, socket: Socket & { _httpMessage?: unknown }) {
  const { _httpMessage: current } = socket
  if (!socket.writable || (current instanceof ServerResponse && current.headersSent)) return socket.destroy()
  const [status, refusal] = refusals[code] ?? unreadable
  const body = JSON.stringify(refusal)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Cache-Control: no-store',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

/**
 * Two `Host` headers are an error (RFC 9112, section 3.2). Node takes the first one, and a proxy may have
 * taken the second one.
 */
export function refuseTwoHosts(app: App) {
  app.addHook('onRequest', async ({ raw: { rawHeaders } }, reply) => {
    const hosts = rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host')
    if (hosts.length <= 1) return
    void reply.header('connection', 'close')
    throw new HttpError(400, 'invalid', 'The request has two hosts. Send one Host header')
  })
}
