import type { FastifyReply } from 'fastify'

/**
 * Calls back once: when the response has been sent, or its connection has ended, even before this call. A
 * response that waits for an earlier one of the same connection never reports that it was closed. Nobody waits for
 * the callback, so an error of it is logged.
 */
export function whenLeft({ raw: response, request: { raw, log } }: FastifyReply, done: () => unknown) {
  const { socket } = raw
  const finish = async () => {
    try {
      await done()
    } catch (error) {
      log.error({ err: error }, 'a request could not be cleaned up')
    }
  }
  if (response.closed || socket.destroyed) return void finish()
  const end = () => {
    response.off('close', end)
    socket.off('close', end)
    void finish()
  }
  response.once('close', end)
  socket.once('close', end)
}
