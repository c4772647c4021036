import type { FastifyReply } from 'fastify'

/**
 * Calls back once: when the response has been sent, or its connection has ended, even before this call. A
 * response that waits for an earlier one of the same connection never reports that it was closed.
 */
export function whenLeft({ raw: response, request: { raw } }: FastifyReply, done: () => void) {
  const { socket } = raw
  if (response.closed || socket.destroyed) return done()
  const end = () => {
    response.off('close', end)
    socket.off('close', end)
    done()
  }
  response.once('close', end)
  socket.once('close', end)
}
