import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import { checkServerIdentity, connect as connectTls, type TLSSocket } from 'node:tls'
import { within } from '#server/database/timeLimit.ts'

/** How a connection begins before it is encrypted. */
type Beginning = 'tls' | 'postgres' | 'smtp' | 'imap'
export type Peer = { called: string; host: string; port: number; beginning: Beginning }

/** With `wrongName` it is for another host. `untrusted` is why no authority that this machine knows vouches for it. */
export type PeerCertificate = { from: Date; to: Date; wrongName: boolean; untrusted: string | undefined }

/** The certificate that a server presents. Throws an Error if it presents none in time. */
export async function readPeerCertificate({ called, host, port, beginning }: Peer, ms: number) {
  // Errors after the certificate has arrived do not matter.
  const socket = connect(port, host).on('error', () => undefined)
  let secured: TLSSocket | undefined
  try {
    return await within(
      ms,
      called,
      (async () => {
        await once(socket, 'connect')
        await openings[beginning](socket)
        secured = connectTls({ socket, servername: isIP(host) ? undefined : host, rejectUnauthorized: false }).on(
          'error',
          () => undefined,
        )
        await once(secured, 'secureConnect')
        return describe(secured, host)
      })(),
    )
  } finally {
    secured?.destroy()
    socket.destroy()
  }
}

const openings: Record<Beginning, (socket: Socket) => Promise<void>> = {
  tls: async () => undefined,
  /** The request to encrypt, and `S` if PostgreSQL agrees (PostgreSQL, chapter 54.2.10). */
  async postgres(socket) {
    socket.write(Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]))
    const [reply] = await once(socket, 'data')
    if (String(reply) !== 'S') throw new Error('it offers no encryption')
  },
  async smtp(socket) {
    await untilLine(socket, /^220 /m)
    socket.write('EHLO localhost\r\n')
    await untilLine(socket, /^250 /m)
    socket.write('STARTTLS\r\n')
    await untilLine(socket, /^220 /m)
  },
  async imap(socket) {
    await untilLine(socket, /^\* OK/m)
    socket.write('a STARTTLS\r\n')
    await untilLine(socket, /^a OK/m)
  },
}

/** Throws if the server says something else. */
async function untilLine(socket: Socket, expected: RegExp) {
  let received = ''
  while (!received.endsWith('\n') || /^\d{3}-.*\n$/.test(lastLine(received))) {
    const [bytes] = await once(socket, 'data')
    received += String(bytes)
  }
  if (!expected.test(received)) throw new Error('it offers no encryption')
}

function lastLine(text: string) {
  return text.slice(text.lastIndexOf('\n', text.length - 2) + 1)
}

function describe(secured: TLSSocket, host: string): PeerCertificate {
  const certificate = secured.getPeerCertificate()
  // The types of Node say that it is an error, but it is a code.
  const untrusted = secured.authorized ? undefined : String(secured.authorizationError)
  return {
    from: new Date(certificate.valid_from),
    to: new Date(certificate.valid_to),
    wrongName: checkServerIdentity(host, certificate) !== undefined,
    untrusted,
  }
}
