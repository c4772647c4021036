import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** One address before several servers: leads to one of them, to another, or nowhere. */
export class Relay {
  #target: string | undefined
  readonly #sockets = new Set<Socket>()
  readonly #server = createServer((client) => this.#accept(client))

  /** Its address. */
  async open() {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`
  }

  /** From now on it leads there; what ran to another server breaks off. Without an address nothing gets through. */
  leadTo(address?: string) {
    this.#target = address
    for (const socket of this.#sockets) socket.destroy()
  }

  close() {
    this.leadTo()
    this.#server.close()
  }

  #accept(client: Socket) {
    if (!this.#target) return client.destroy()
    const { port } = new URL(this.#target)
    const server = connect(Number(port), '127.0.0.1')
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(socket)
      socket.pipe(other)
      // A connection that breaks is what this is for.
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        this.#sockets.delete(socket)
        other.destroy()
      })
    }
  }
}
