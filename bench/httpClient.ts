import { connect, type Socket } from 'node:net'

/** `key` is the Idempotency-Key. */
export type Request = { method: string; path: string; token?: string; body?: unknown; key?: string }
export type Response = { status: number; body: string }

/** One open connection that sends one request at a time, with as little work as possible for the client. */
export class Connection {
  readonly #socket: Socket
  #received: Buffer = Buffer.alloc(0)
  #settle: { resolve: (response: Response) => void; reject: (error: Error) => void } | undefined

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1').setNoDelay(true)
    this.#socket.on('data', (part: Buffer) => this.#receive(part))
    this.#socket.on('error', (error) => this.#settle?.reject(error))
    this.#socket.on('close', () => this.#settle?.reject(new Error('The server has closed the connection')))
  }

  send({ method, path, token, body, key }: Request): Promise<Response> {
    const text = body === undefined ? '' : JSON.stringify(body)
    const lines = [`${method} ${path} HTTP/1.1`, 'host: 127.0.0.1', `content-length: ${Buffer.byteLength(text)}`]
    if (text) lines.push('content-type: application/json')
    if (token) lines.push(`authorization: Bearer ${token}`)
    if (key) lines.push(`idempotency-key: ${key}`)
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
      this.#socket.write(`${lines.join('\r\n')}\r\n\r\n${text}`)
    })
  }

  close() {
    this.#settle = undefined
    this.#socket.destroy()
  }

  #receive(part: Buffer) {
    this.#received = this.#received.length ? Buffer.concat([this.#received, part]) : part
    const end = this.#received.indexOf('\r\n\r\n')
    if (end === -1) return
    const head = this.#received.toString('latin1', 0, end)
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
    if (this.#received.length < end + 4 + length) return
    const response = {
      status: Number(head.slice(9, 12)),
      body: this.#received.toString('utf8', end + 4, end + 4 + length),
    }
    this.#received = this.#received.subarray(end + 4 + length)
    this.#settle?.resolve(response)
  }
}

export type Figures = { perSecond: number; p50: number; p95: number; p99: number; requests: number; failed: number }

/**
 * Sends requests over `clients` connections, as fast as responses arrive, for some seconds or, if that is earlier, until `most` are sent.
 * Times are in milliseconds.
 */
export async function load(
  port: number,
  clients: number,
  seconds: number,
  next: () => Request,
  most = Infinity,
): Promise<Figures> {
  const connections = Array.from({ length: clients }, () => new Connection(port))
  const deadline = performance.now() + seconds * 1000
  const times: number[] = []
  let failed = 0
  let sent = 0
  const started = performance.now()
  const sendRequests = async (connection: Connection) => {
    while (performance.now() < deadline && sent++ < most) {
      const sentAt = performance.now()
      const { status } = await connection.send(next())
      times.push(performance.now() - sentAt)
      if (status >= 400) failed++
    }
  }
  await Promise.all(connections.map(sendRequests))
  const elapsedSeconds = (performance.now() - started) / 1000
  for (const connection of connections) connection.close()
  const sorted = Float64Array.from(times).toSorted()
  const percentile = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)]! * 100) / 100
  return {
    perSecond: Math.round(times.length / elapsedSeconds),
    p50: percentile(0.5),
    p95: percentile(0.95),
    p99: percentile(0.99),
    requests: times.length,
    failed,
  }
}
