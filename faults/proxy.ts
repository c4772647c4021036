import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Chance } from './chance.ts'
import { requestsOf, type RawRequest } from './requests.ts'

/** The faults that hit a connection at any time, and those that hit a request or its response. */
export const networkFaults = [
  'connection cut',
  'connection reset',
  'event stream cut',
  'request lost',
  'request cut in its body',
  'request duplicated',
  'request duplicated late',
  'request delayed',
  'request in a black hole',
  'response in a black hole',
  'response lost',
  'response truncated',
  'response trickling',
] as const
export type NetworkFault = (typeof networkFaults)[number]

/** The range of time after which a black hole breaks its connection. */
const blackHoleMs = [500, 2500] as const

/**
 * Forwards each connection to any of the servers, as a load balancer would, and disturbs the traffic: each scheduled fault
 * hits the next request that it applies to.
 */
export class Proxy {
  /** How often each fault has happened. */
  readonly happened = new Map<NetworkFault, number>()
  readonly pending: NetworkFault[] = []
  readonly connections = new Set<Connection>()
  /** Duplicated requests in progress. */
  readonly duplicates = new Set<Promise<void>>()
  /** Set while no data passes at all. */
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

  schedule(fault: NetworkFault) {
    this.pending.push(fault)
    this.#breakConnections()
  }

  /** Drops the pending faults, and resolves once all duplicated requests have arrived. */
  async calm() {
    this.pending.length = 0
    await Promise.all(this.duplicates)
  }

  /** Stops all data for this time, and then breaks all connections. */
  async interrupt(durationMs: number) {
    this.outage = wait(durationMs)
    await this.outage
    this.outage = undefined
    for (const connection of this.connections) connection.end()
  }

  /** The next pending fault that applies to this request. */
  faultFor(request: RawRequest): NetworkFault | undefined {
    this.#breakConnections()
    return this.#take((fault) => appliesTo(fault, request))
  }

  /** Executes the pending faults that break connections, regardless of what they carry. */
  #breakConnections() {
    for (;;) {
      const all = [...this.connections]
      const streams = all.filter(({ isStream }) => isStream)
      const fault = this.#take(
        (kind) => (kind === 'event stream cut' ? streams : all).length > 0 && isConnectionFault(kind),
      )
      if (!fault) return
      const connection = this.chance.oneOf(fault === 'event stream cut' ? streams : all)
      if (fault === 'connection reset') connection.client.resetAndDestroy()
      else connection.end()
      this.connections.delete(connection)
    }
  }

  #take(isWanted: (fault: NetworkFault) => boolean) {
    const index = this.pending.findIndex(isWanted)
    if (index < 0) return undefined
    const [fault] = this.pending.splice(index, 1)
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

function isConnectionFault(fault: NetworkFault) {
  return fault === 'connection cut' || fault === 'connection reset' || fault === 'event stream cut'
}

function appliesTo(fault: NetworkFault, { method, path, body }: RawRequest) {
  if (isConnectionFault(fault) || !path.startsWith('/api/')) return false
  if (fault === 'request cut in its body') return body.length > 1
  if (fault.startsWith('request duplicated')) return method !== 'GET'
  return true
}

class Connection {
  /** Whether this connection carries the event stream. */
  isStream = false
  #upstream: Socket | undefined
  /** Handles the bytes of the response. */
  #onResponse: (bytes: Buffer) => void = (bytes) => this.client.write(bytes)

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
      // The client has disconnected, or no server is running. `end` closes both sides.
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
    this.#onResponse = this.#responseHandler(fault)
    switch (fault) {
      case 'request lost':
        return this.end()
      case 'request cut in its body':
        ;(await this.#openUpstream()).write(Buffer.concat([head, body.subarray(0, this.#between(1, body.length - 1))]))
        return this.end()
      case 'request in a black hole':
        await wait(this.#between(...blackHoleMs))
        return this.end()
      case 'request delayed':
        await wait(this.#between(20, 800))
        break
      case 'request duplicated':
        this.#duplicate(whole, 0)
        break
      case 'request duplicated late':
        this.#duplicate(whole, this.#between(50, 1500))
        break
    }
    ;(await this.#openUpstream()).write(whole)
  }

  #responseHandler(fault: NetworkFault | undefined): (bytes: Buffer) => void {
    switch (fault) {
      case 'response lost':
        return () => this.end()
      case 'response truncated':
        return (bytes) => this.client.end(bytes.subarray(0, this.#between(0, bytes.length - 1)), () => this.end())
      case 'response in a black hole':
        setTimeout(() => this.end(), this.#between(...blackHoleMs))
        return () => {}
      case 'response trickling':
        return this.#trickle()
      default:
        return (bytes) => this.client.write(bytes)
    }
  }

  /** Sends the first bytes in small chunks, and the rest after them. */
  #trickle() {
    let chunksLeft = 40
    let previous = Promise.resolve()
    const writeSlowly = async (earlier: Promise<void>, bytes: Buffer) => {
      await earlier
      let rest = bytes
      for (; chunksLeft > 0 && rest.length > 0; chunksLeft--) {
        this.client.write(rest.subarray(0, 20))
        rest = rest.subarray(20)
        await wait(10)
      }
      this.client.write(rest)
    }
    return (bytes: Buffer) => {
      previous = writeSlowly(previous, bytes)
    }
  }

  /** Sends the same request again, perhaps to another server, and discards the response. */
  #duplicate(whole: Buffer, delayMs: number) {
    const sendAgain = async () => {
      await wait(delayMs)
      const socket = await this.#connect()
      socket.setTimeout(5000, () => socket.destroy()).write(whole)
      socket.once('data', () => socket.destroy())
      await once(socket, 'close')
    }
    const duplicate = sendAgain()
      .catch(() => {})
      .finally(() => this.proxy.duplicates.delete(duplicate))
    this.proxy.duplicates.add(duplicate)
  }

  async #openUpstream() {
    if (this.#upstream && !this.#upstream.destroyed) return this.#upstream
    const upstream = await this.#connect()
    this.#upstream = upstream
    upstream.on('error', () => {}).on('close', () => this.end())
    upstream.on('data', (bytes) => this.#pass(bytes))
    if (this.client.destroyed) upstream.destroy()
    return upstream
  }

  #pass(bytes: Buffer) {
    if (!this.proxy.outage && !this.client.destroyed) this.#onResponse(bytes)
  }

  /** Connects to a random server, or to another one if that is down. */
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
    throw new Error('No server is running')
  }

  #between(min: number, max: number) {
    return this.proxy.chance.between(min, max)
  }
}
