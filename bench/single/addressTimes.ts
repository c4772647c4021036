import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Connection } from '#bench/httpClient.ts'
import { startProduct } from '#bench/product.ts'
import { medianRound } from '#bench/rounds.ts'
import { openDatabase } from '#server/database/database.ts'

const password = 'correct horse battery'
/** A person may request ten links a day. Registering takes one, and each round takes two. */
const roundsPerMover = 4

/**
 * Compares the response times for addresses with and without a confirmed account, for the requests that must not reveal
 * which ones have an account. The server sends its mails to a port on which nothing listens.
 */
export async function measureAddressTimes(given = '20') {
  const folder = await mkdtemp(join(tmpdir(), 'enquiry-desk-addresses-'))
  Object.assign(process.env, {
    DATA_DIR: folder,
    SMTP_URL: 'smtp://127.0.0.1:9',
    PUBLIC_URL: 'http://localhost',
    REGISTRATIONS_PER_HOUR: '100000',
  })
  const product = await startProduct()
  const connection = new Connection(product.port)
  try {
    const rounds = Number(given)
    const known = await prepare(connection, folder, rounds + rounds / roundsPerMover + 1)
    for (const [name, request] of requests(connection, known)) await compare(name, request, known.slice(0, rounds))
  } finally {
    connection.close()
    await product.stop()
    await rm(folder, { recursive: true })
  }
}

type Known = { email: string; token: string }

/** Registers people, and confirms their addresses as if they had opened the links. */
async function prepare(connection: Connection, folder: string, count: number) {
  const people: Known[] = []
  for (let person = 0; person < count; person++) {
    const email = newAddress()
    const { data } = await send(connection, 'POST', '/auth/register', { ...registration, email })
    people.push({ email, token: data.accessToken })
  }
  const place = { host: join(folder, 'postgres'), port: 5432, user: 'enquiry_desk', database: 'enquiry_desk' }
  const db = openDatabase(place, 1)
  await db`update app_user set email_confirmed_at = now()`
  await db.end()
  return people
}

const registration = { companyName: 'Acme', name: 'Olivia', password }

function newAddress() {
  return `${randomUUID()}@acme.test`
}

type SendRequest = (email: string, round: number) => Promise<unknown>

function requests(connection: Connection, known: Known[]): [name: string, sendRequest: SendRequest][] {
  const owner = known.at(-1)!
  const movers = known.slice(-1 - known.length / roundsPerMover, -1)
  const mover = (round: number) => movers[Math.floor(round / roundsPerMover) % movers.length]!
  return [
    ['registration', (email) => send(connection, 'POST', '/auth/register', { ...registration, email })],
    ['invitation', (email) => send(connection, 'POST', '/invitations', { email, role: 'member' }, owner.token)],
    ['address change', (email, round) => send(connection, 'PATCH', '/users', { email }, mover(round).token)],
    [
      'sign-in, wrong password',
      (email) => send(connection, 'POST', '/auth/login', { email, password: 'not this one' }),
    ],
  ]
}

async function send(connection: Connection, method: string, path: string, body: object, token?: string) {
  const response = await connection.send({ method, path: `/api${path}`, body, token })
  const isExpected = response.status < 300 || path === '/auth/login'
  if (!isExpected) throw new Error(`${method} ${path}: ${response.status} ${response.body}`)
  return JSON.parse(response.body)
}

async function compare(name: string, request: SendRequest, people: Known[]) {
  const withAccount: number[] = []
  const without: number[] = []
  for (const [round, { email }] of people.entries()) {
    without.push(await timed(() => request(newAddress(), round)))
    withAccount.push(await timed(() => request(email, round)))
  }
  const known = medianRound(withAccount, (time) => time)
  const unknown = medianRound(without, (time) => time)
  const figures = `with an account ${known.toFixed(1)} ms, without ${unknown.toFixed(1)} ms`
  console.log(`${name.padEnd(24)} ${figures} (${(known / unknown).toFixed(2)})`)
}

async function timed(work: () => Promise<unknown>) {
  const started = performance.now()
  await work()
  return performance.now() - started
}
