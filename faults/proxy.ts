import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Chance } from './chance.ts'
import { requestsOf, type RawRequest } from './requests.ts'

/** What befalls a connection at any time, and what befalls a request or its answer. */
export const networkFaults = [
  'connection cut',
  'connection reset',
  'event stream cut',
  'request lost',
  'request cut in its body',
  'request doubled',
  'request doubled late',
  'request delayed',
  'request in a black hole',
  'answer in a black hole',
  'answer lost',
  'answer truncated',
  'answer trickling',
] as const
export type NetworkFault = (typeof networkFaults)[number]

/** How long a black hole holds what it swallowed, before the connection breaks. */
const holeMilliseconds = [500, 2500] as const

/**
 * Stands before the servers as a load balancer would, each connection going to any of them, and spoils the traffic:
 * each fault that is ordered befalls the next request that it can befall.
 */
export class Proxy {
  /** How often each fault has happened. */
  readonly happened = new Map<NetworkFault, number>()
  readonly ordered: NetworkFault[] = []
  readonly connections = new Set<Connection>()
  /** Doubled requests under way. */
  readonly repeats = new Set<Promise<void>>()
  /** Set while nothing goes through at all. */
  outage: Promise<void> | undefined
  readonly #server = createServer({ noDelay: true }, (client) => this.#accept(client))

  constructor(
    readonly upstreams: () => number[],
    readonly chance: Chance,
  ) {}

  async listen() {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`
  }

  close() {
    for (const connection of this.connections) connection.end()
    this.#server.close()
  }

  order(fault: NetworkFault) {
    this.ordered.push(fault)
    this.#strike()
  }

  /** Orders nothing more; resolves once what was doubled has arrived. */
  async calm() {
    this.ordered.length = 0
    await Promise.all(this.repeats)
  }

  /** For some milliseconds nothing arrives on either side; then all connections break. */
  async breakOff(milliseconds: number) {
    this.outage = wait(milliseconds)
    await this.outage
    this.outage = undefined
    for (const connection of this.connections) connection.end()
  }

  /** The next ordered fault that can befall this request. */
  faultFor(request: RawRequest): NetworkFault | undefined {
    this.#strike()
    return this.#take((fault) => canBefall(fault, request))
  }

  /** Breaks connections in mid-air, whatever they carry, as far as that is ordered. */
  #strike() {
    for (;;) {
      const all = [...this.connections]
      const streams = all.filter(({ isStream }) => isStream)
      const fault = this.#take((kind) => (kind === 'event stream cut' ? streams : all).length > 0 && isStrike(kind))
      if (!fault) return
      const struck = this.chance.oneOf(fault === 'event stream cut' ? streams : all)
      if (fault === 'connection reset') struck.client.resetAndDestroy()
      else struck.end()
      this.connections.delete(struck)
    }
  }

  #take(isWanted: (fault: NetworkFault) => boolean) {
    const index = this.ordered.findIndex(isWanted)
    if (index < 0) return undefined
    const [fault] = this.ordered.splice(index, 1)
    this.happened.set(fault!, (this.happened.get(fault!) ?? 0) + 1)
    return fault
  }

  #accept(client: Socket) {
    const connection = new Connection(client, this)
    this.connections.add(connection)
    client.on('close', () => this.connections.delete(connection))
    void connection.serve()
  }
}

function isStrike(fault: NetworkFault) {
  return fault === 'connection cut' || fault === 'connection reset' || fault === 'event stream cut'
}

function canBefall(fault: NetworkFault, { method, path, body }: RawRequest) {
  if (isStrike(fault) || !path.startsWith('/api/')) return false
  if (fault === 'request cut in its body') return body.length > 1
  if (fault.startsWith('request doubled')) return method !== 'GET'
  return true
}

class Connection {
  /** Whether it carries events, which come for as long as it lives. */
  isStream = false
  #upstream: Socket | undefined
  /** What becomes of the bytes that come back. */
  #answer: (bytes: Buffer) => void = (bytes) => this.client.write(bytes)

  constructor(
    readonly client: Socket,
    readonly proxy: Proxy,
  ) {
    client.on('error', () => {}).on('close', () => this.#upstream?.destroy())
  }

  async serve() {
    try {
      for await (const request of requestsOf(this.client)) {
        await this.proxy.outage
        await this.#forward(request, this.proxy.faultFor(request))
      }
    } catch {
      // The client has gone, or no server is there: both sides learn of it below.
    }
    this.end()
  }

  end() {
    this.client.destroy()
    this.#upstream?.destroy()
  }

  async #forward(request: RawRequest, fault: NetworkFault | undefined) {
    const { head, body } = request
    const whole = Buffer.concat([head, body])
    this.isStream = request.path.startsWith('/api/events')
    this.#answer = this.#answerFor(fault)
    switch (fault) {
      case 'request lost':
        return this.end()
      case 'request cut in its body':
        ;(await this.#server()).write(Buffer.concat([head, body.subarray(0, this.#between(1, body.length - 1))]))
        return this.end()
      case 'request in a black hole':
        await wait(this.#between(...holeMilliseconds))
        return this.end()
      case 'request delayed':
        await wait(this.#between(20, 800))
        break
      case 'request doubled':
        this.#repeat(whole, 0)
        break
      case 'request doubled late':
        this.#repeat(whole, this.#between(50, 1500))
        break
    }
    ;(await this.#server()).write(whole)
  }

  #answerFor(fault: NetworkFault | undefined): (bytes: Buffer) => void {
    switch (fault) {
      case 'answer lost':
        return () => this.end()
      case 'answer truncated':
        return (bytes) => this.client.end(bytes.subarray(0, this.#between(0, bytes.length - 1)), () => this.end())
      case 'answer in a black hole':
        setTimeout(() => this.end(), this.#between(...holeMilliseconds))
        return () => {}
      case 'answer trickling':
        return this.#trickle()
      default:
        return (bytes) => this.client.write(bytes)
    }
  }

  /** The first bytes come in drops, and the others not before them. */
  #trickle() {
    let drops = 40
    let last = Promise.resolve()
    const drip = async (before: Promise<void>, bytes: Buffer) => {
      await before
      let rest = bytes
      for (; drops > 0 && rest.length > 0; drops--) {
        this.client.write(rest.subarray(0, 20))
        rest = rest.subarray(20)
        await wait(10)
      }
      this.client.write(rest)
    }
    return (bytes: Buffer) => {
      last = drip(last, bytes)
    }
  }

  /** The same request once more, perhaps to another server; nobody sees the answer. */
  #repeat(whole: Buffer, delay: number) {
    const repeat = async () => {
      await wait(delay)
      const socket = await this.#connect()
      socket.setTimeout(5000, () => socket.destroy()).write(whole)
      socket.once('data', () => socket.destroy())
      await once(socket, 'close')
    }
    const repeated = repeat()
      .catch(() => {})
      .finally(() => this.proxy.repeats.delete(repeated))
    this.proxy.repeats.add(repeated)
  }

  async #server() {
    if (this.#upstream && !this.#upstream.destroyed) return this.#upstream
    const upstream = await this.#connect()
    this.#upstream = upstream
    upstream.on('error', () => {}).on('close', () => this.end())
    upstream.on('data', (bytes) => this.#pass(bytes))
    if (this.client.destroyed) upstream.destroy()
    return upstream
  }

  #pass(bytes: Buffer) {
    if (!this.proxy.outage && !this.client.destroyed) this.#answer(bytes)
  }

  /** Any server; where that one is away, another. */
  async #connect() {
    for (const port of this.proxy.chance.shuffled(this.proxy.upstreams())) {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      try {
        await once(socket, 'connect')
        return socket
      } catch {
        socket.destroy()
      }
    }
    throw new Error('No server is there')
  }

  #between(least: number, most: number) {
    return this.proxy.chance.between(least, most)
  }
}
