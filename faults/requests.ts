import type { Socket } from 'node:net'

export type RawRequest = { method: string; path: string; head: Buffer; body: Buffer }

const endOfHead = '\r\n\r\n'

/** Yields each complete request of a connection. Supports HTTP/1.1 without pipelining, like browsers. */
export async function* requestsOf(client: Socket): AsyncGenerator<RawRequest> {
  let pending = Buffer.alloc(0)
  for await (const chunk of client) {
    pending = Buffer.concat([pending, chunk as Buffer])
    const end = pending.indexOf(endOfHead)
    if (end < 0) continue
    const head = pending.subarray(0, end + endOfHead.length)
    const length = head.length + bodyLength(head)
    if (pending.length < length) continue
    const [method = '', path = ''] = head.toString('latin1').split(' ', 2)
    const body = pending.subarray(head.length, length)
    pending = pending.subarray(length)
    yield { method, path, head, body }
  }
}

function bodyLength(head: Buffer) {
  return Number(/\r\ncontent-length: *(\d+)/i.exec(head.toString('latin1'))?.[1] ?? 0)
}
