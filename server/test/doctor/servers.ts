import { once } from 'node:events'
import { createServer as createWebServer, type RequestListener } from 'node:http'
import { createServer as createSecureWebServer } from 'node:https'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { whenDone } from '#server/test/whenDone.ts'

/** Listens on loopback until the current test or file is done. Returns the port. */
async function listen(server: Server) {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
  })
  server.on('tlsClientError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  whenDone(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  return (server.address() as AddressInfo).port
}

/** Accepts connections, and never answers. */
export function silentServer() {
  return listen(createServer(() => undefined))
}

/** Says one thing to everybody. */
export function talkingServer(text: string) {
  return listen(createServer((socket) => socket.write(text)))
}

type Pair = { key: string; cert: string }

type WebServer = {
  pair?: Pair
  ahead?: number
  /** A cache in front of it keeps the responses of an hour ago: for pages, unless the client wants a new one, or for everything. */
  keeps?: 'nothing' | 'pages' | 'everything'
}

/** Uses HTTPS if `pair` is given. Its clock is ahead by some seconds. */
export function webServer({ pair, ahead = 0, keeps = 'nothing' }: WebServer) {
  const respond: RequestListener = ({ url, headers }, response) => {
    const wantsNew = url === '/healthz' && headers['cache-control'] === 'no-cache'
    const age = keeps === 'everything' || (keeps === 'pages' && !wantsNew) ? 3600 : 0
    if (age > 0) response.setHeader('age', age)
    response.setHeader('date', new Date(Date.now() + (ahead - age) * 1000).toUTCString()).end()
  }
  return listen(pair ? createSecureWebServer(pair, respond) : createWebServer(respond))
}

/** The beginning of a mail server for IMAP, which refuses to go on without encryption (RFC 9051, 6.2.1). */
export function startTlsMailbox({ key, cert }: Pair) {
  const server = createServer((socket) => {
    socket.write('* OK ready\r\n')
    socket.once('data', (command) => {
      if (!String(command).includes('STARTTLS')) return socket.end('* BYE encrypt first\r\n')
      socket.write('a OK begin\r\n')
      new TLSSocket(socket, { isServer: true, key, cert }).on('error', () => undefined)
    })
  })
  return listen(server)
}
