import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy with one address, which forwards to one server, to another, or to none. */
export class Relay {
  #target: string | undefined
  readonly #sockets = new Set<Socket>()
  readonly #server = createServer((client) => this.#accept(client))

  /** Starts listening, and returns the address. */
  async open() {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`
  }

  /** Breaks all connections and forwards new ones to this address. Without an address it refuses them. */
  forwardTo(address?: string) {
    this.#target = address
    for (const socket of this.#sockets) socket.destroy()
  }

  close() {
    this.forwardTo()
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
      // Broken connections are intended here.
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        this.#sockets.delete(socket)
        other.destroy()
      })
    }
  }
}
