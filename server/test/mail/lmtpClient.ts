import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import type { Config } from '#server/config.ts'
import { whenDone } from '#server/test/whenDone.ts'

/** Speaks LMTP as a mail server does (RFC 2033), until the current test is done. */
export async function lmtpClient(place: NonNullable<Config['lmtpListen']>) {
  const socket = place.path === undefined ? connect(place.port, place.host) : connect(place.path)
  socket.on('error', () => undefined)
  whenDone(async () => void socket.destroy())
  const lines = createInterface(socket)[Symbol.asyncIterator]()
  await once(socket, 'connect')
  /** The last line of the next response. */
  const response = async () => {
    for (;;) {
      const { value } = await lines.next()
      if (value === undefined || value[3] !== '-') return value as string | undefined
    }
  }
  const say = (line: string) => {
    socket.write(`${line}\r\n`)
    return response()
  }
  await response()
  await say('LHLO client.test')
  return { socket, response, say }
}
