import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/database/database.ts'
import { Connection } from './httpClient.ts'
import { startProduct } from './product.ts'

const password = 'correct horse battery'
/** A person gets ten links a day: one for registering, and two in each round. */
const roundsOfMover = 4

/**
 * How long the server takes for an address with a confirmed account and for one without, in turn, where an answer must not
 * reveal which it is. The server sends its mails to a port on which nothing listens.
 */
export async function measureSameTimes(given = '20') {
  const folder = await mkdtemp(join(tmpdir(), 'enquiry-desk-addresses-'))
  Object.assign(process.env, { DATA_DIR: folder, SMTP_URL: 'smtp://127.0.0.1:9', PUBLIC_URL: 'http://localhost' })
  const product = await startProduct()
  const connection = new Connection(product.port)
  try {
    const rounds = Number(given)
    const known = await prepare(connection, folder, rounds + rounds / roundsOfMover + 1)
    for (const [name, question] of questions(connection, known)) await compare(name, question, known.slice(0, rounds))
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
    const { data } = await ask(connection, 'POST', '/auth/register', { ...registration, email })
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

type Ask = (email: string, round: number) => Promise<unknown>

function questions(connection: Connection, known: Known[]): [name: string, ask: Ask][] {
  const owner = known.at(-1)!
  const movers = known.slice(-1 - known.length / roundsOfMover, -1)
  const mover = (round: number) => movers[Math.floor(round / roundsOfMover) % movers.length]!
  return [
    ['registration', (email) => ask(connection, 'POST', '/auth/register', { ...registration, email })],
    ['invitation', (email) => ask(connection, 'POST', '/invitations', { email, role: 'member' }, owner.token)],
    ['address change', (email, round) => ask(connection, 'PATCH', '/users', { email }, mover(round).token)],
    ['sign-in, wrong password', (email) => ask(connection, 'POST', '/auth/login', { email, password: 'not this one' })],
  ]
}

async function ask(connection: Connection, method: string, path: string, body: object, token?: string) {
  const reply = await connection.ask({ method, path: `/api${path}`, body, token })
  const isExpected = reply.status < 300 || path === '/auth/login'
  if (!isExpected) throw new Error(`${method} ${path}: ${reply.status} ${reply.body}`)
  return JSON.parse(reply.body)
}

async function compare(name: string, question: Ask, people: Known[]) {
  const withAccount: number[] = []
  const without: number[] = []
  for (const [round, { email }] of people.entries()) {
    without.push(await timed(() => question(newAddress(), round)))
    withAccount.push(await timed(() => question(email, round)))
  }
  const [known, unknown] = [median(withAccount), median(without)]
  const figures = `with an account ${known.toFixed(1)} ms, without ${unknown.toFixed(1)} ms`
  console.log(`${name.padEnd(24)} ${figures} (${(known / unknown).toFixed(2)})`)
}

async function timed(work: () => Promise<unknown>) {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function median(times: number[]) {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!
}
