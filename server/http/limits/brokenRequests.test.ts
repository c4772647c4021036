import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { registerOwner } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'

const server = await testApp()
const { app } = server
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo

/** All that the server sends on one connection, until it closes it. */
async function send(...requests: string[]) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(requests.map((lines) => `${lines}\r\n\r\n`).join(''))
  return text(socket)
}

function partsOf(answer: string) {
  const [head, body] = answer.split('\r\n\r\n')
  return { status: head!.split(' ')[1], isClosed: /^connection: close$/im.test(head!), code: JSON.parse(body!).code }
}

test.each([
  ['headers over the limit', `GET /healthz HTTP/1.1\r\nHost: x\r\nCookie: ${'x'.repeat(20_000)}`, '431', 'too-large'],
  ['a request that is not HTTP', 'HELLO', '400', 'invalid'],
  ['two lengths of a body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2', '400', 'invalid'],
  ['two hosts', 'GET /healthz HTTP/1.1\r\nHost: x\r\nhost: y', '400', 'invalid'],
])('the response to %s says that its connection closes [D8.3]', async (_name, request, status, code) => {
  expect(partsOf(await send(request))).toEqual({ status, isClosed: true, code })
})

test('a request that cannot be read does not write into the response of the one before it', async () => {
  const { accessToken } = await registerOwner(server)
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET /api/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${accessToken}\r\n\r\n`)
  const received: string[] = []
  socket.on('data', (bytes) => {
    if (received.length === 0) socket.write('HELLO\r\n\r\n')
    received.push(String(bytes))
  })
  await once(socket, 'close')
  expect(received.join('').match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200'])
})
