import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { whenDone } from '#server/test/whenDone.ts'

/** A connection is cut, or nothing passes it any more, after some bytes of the server or at a command of the client. */
export type Fault = {
  effect: 'cut' | 'stall'
  at: { bytes: number } | { command: string; isForwarded: boolean }
}

type Rules = {
  /** Called for each connection. */
  nextFault?: () => Fault | undefined
  onFault?: () => void
  /** Changes what the server sends. */
  edit?: (text: string) => string
  /** Changes what the client sends. */
  editRequest?: (text: string) => string
}

/** A proxy in front of a port of this machine, until the current test or file is done. Returns its port. */
export async function faultyProxy(port: number, { nextFault, onFault, edit, editRequest }: Rules) {
  const sockets = new Set<Socket>()
  const proxy = createServer((client) => {
    const server = connect(port, '127.0.0.1')
    const connection = new Passage(client, server, nextFault?.(), onFault)
    client.on('data', (bytes) => connection.fromClient(edited(bytes, editRequest)))
    server.on('data', (bytes) => connection.fromServer(edited(bytes, edit)))
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => connection.end())
    }
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  whenDone(async () => {
    for (const socket of sockets) socket.destroy()
    proxy.close()
  })
  return (proxy.address() as AddressInfo).port
}

function edited(bytes: Buffer, edit?: (text: string) => string) {
  return edit ? Buffer.from(edit(bytes.toString('latin1')), 'latin1') : bytes
}

class Passage {
  #isOpen = true
  #passed = 0
  #isResponseAwaited = false

  constructor(
    private readonly client: Socket,
    private readonly server: Socket,
    private readonly fault: Fault | undefined,
    private readonly onFault: (() => void) | undefined,
  ) {}

  fromClient(bytes: Buffer) {
    if (!this.#isOpen) return
    const at = this.fault?.at
    const isReached = at !== undefined && 'command' in at && bytes.toString('latin1').includes(at.command)
    if (isReached && !at.isForwarded) return this.#strike()
    this.#isResponseAwaited ||= isReached
    this.server.write(bytes)
  }

  fromServer(bytes: Buffer) {
    if (!this.#isOpen) return
    if (this.#isResponseAwaited) return this.#strike()
    const at = this.fault?.at
    const rest = at && 'bytes' in at ? at.bytes - this.#passed : Number.POSITIVE_INFINITY
    this.#passed += bytes.length
    this.client.write(bytes.subarray(0, Math.min(rest, bytes.length)))
    if (rest <= bytes.length) this.#strike()
  }

  end() {
    this.#isOpen = false
    this.client.destroy()
    this.server.destroy()
  }

  #strike() {
    this.#isOpen = false
    if (this.fault!.effect === 'cut') this.end()
    this.onFault?.()
  }
}
