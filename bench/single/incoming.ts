import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { SMTPServer } from 'smtp-server'
import { form } from '#bench/formPaint.ts'
import { Connection } from '#bench/httpClient.ts'
import { readSeeded, signIn, warmUp } from '#bench/people.ts'
import { startProduct } from '#bench/product.ts'
import { keepResults } from '#bench/results.ts'
import { medianRound } from '#bench/rounds.ts'
import { seed } from '#bench/seed.ts'
import { type Db, openDatabase } from '#server/database/database.ts'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { downloadEmails, fromSender } from './corpora.ts'

const enquiries = 10_000
const emailCount = 1000
const rounds = 4
const idleMs = 5000
/** People do not reload a list as fast as it responds. */
const pauseMs = 50
const pollMs = 100
/** As many connections as a mail server of the same machine opens. */
const connections = 2
/** The longest that filing may make a list wait, compared with an idle server. */
const slowestRatio = 1.3

/**
 * Measures how fast emails are filed that a mail server delivers, the memory of the server, and whether the list of a
 * company of 10,000 enquiries responds more slowly meanwhile.
 */
export async function measureIncoming() {
  const emails = await downloadEmails()
  const folder = await mkdtemp(join(tmpdir(), 'enquiry-desk-incoming-'))
  process.env.DATA_DIR = folder
  await seed(['--enquiries', String(enquiries)])
  const outside = await mailServerOutside()
  const lmtpPort = await freePort()
  Object.assign(process.env, {
    SMTP_URL: `smtp://127.0.0.1:${outside.port}`,
    PUBLIC_URL: 'http://localhost',
    INCOMING_ADDRESS: 'support@desk.example',
    UNVERIFIED_SENDERS: 'accept',
    LMTP_LISTEN: String(lmtpPort),
  })
  const product = await startProduct()
  const db = openDatabase(
    { host: join(folder, 'postgres'), port: 5432, user: 'enquiry_desk', database: 'enquiry_desk' },
    1,
  )
  try {
    const token = await prepare(product.port, db)
    const lists = new Lists(product.port, token)
    const before = product.peakMemory()
    const measured = await measureRounds(db, lists, (numbers) => deliver(lmtpPort, emails, numbers))
    lists.close()
    const memory = { before, peak: product.peakMemory(), all: product.memory() }
    await report(measured, await statesOf(db), memory, emails)
  } finally {
    await db.end()
    await product.stop()
    await outside.stop()
    await rm(folder, { recursive: true })
  }
}

/** Accepts and discards what the server sends. */
async function mailServerOutside() {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      stream.on('end', () => done()).resume()
    },
  })
  const port = await freePort()
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return { port, stop: () => new Promise<void>((resolve) => server.close(resolve)) }
}

/** Enables the form of the largest company, and returns the token of someone there who looks at the list. */
async function prepare(port: number, db: Db) {
  await db`vacuum analyze`
  // Without this, nobody may change the form.
  await db`update app_user set email_confirmed_at = now()`
  const { companies } = await readSeeded()
  const largest = companies[0]!
  const connection = new Connection(port)
  const owner = await signIn(port, largest, 'owner')
  const { status, body } = await connection.send({
    method: 'PATCH',
    path: '/api/customer-form',
    token: owner,
    body: form,
  })
  connection.close()
  if (status !== 200) throw new Error(`The form could not be enabled: ${status} ${body}`)
  const token = await signIn(port, largest)
  await warmUp(port, token, Object.values(paths))
  return token
}

const paths = { list: '/api/enquiry?limit=25', unread: '/api/unread' }

type Times = Record<keyof typeof paths, number>

/** One person who looks at the list and its unread counts again and again. */
class Lists {
  readonly #connection: Connection

  constructor(
    port: number,
    private readonly token: string,
  ) {
    this.#connection = new Connection(port)
  }

  /** The median times until something has ended, in milliseconds. */
  async timesUntil(end: Promise<unknown>): Promise<Times> {
    const taken: Times[] = []
    const over = new AbortController()
    const ended = end.finally(() => over.abort())
    while (!over.signal.aborted) {
      taken.push({ list: await this.#timeOf('list'), unread: await this.#timeOf('unread') })
      await wait(pauseMs)
    }
    await ended
    return { list: medianOf(taken, 'list'), unread: medianOf(taken, 'unread') }
  }

  close() {
    this.#connection.close()
  }

  async #timeOf(name: keyof typeof paths) {
    const sentAt = performance.now()
    const { status } = await this.#connection.send({ method: 'GET', path: paths[name], token: this.token })
    if (status !== 200) throw new Error(`GET ${paths[name]}: ${status}`)
    return performance.now() - sentAt
  }
}

function medianOf(taken: Times[], name: keyof typeof paths) {
  return rounded(medianRound(taken, (times) => times[name])[name])
}

type Round = { seconds: number; before: Times; filing: Times }

/** Alternates between an idle server and one that files emails, because shared machines are slower in some minutes. */
async function measureRounds(db: Db, lists: Lists, deliverEach: (numbers: number[]) => Promise<void>) {
  const measured: Round[] = []
  const perRound = emailCount / rounds
  for (let round = 0; round < rounds; round++) {
    const numbers = Array.from({ length: perRound }, (_, index) => round * perRound + index)
    const before = await lists.timesUntil(wait(idleMs))
    const started = performance.now()
    let seconds = 0
    const filed = deliverEach(numbers)
      .then(() => allRead(db))
      .then(() => (seconds = rounded((performance.now() - started) / 1000)))
    const filing = await lists.timesUntil(filed)
    measured.push({ seconds, before, filing })
    await allSent(db)
  }
  return measured
}

/** Delivers emails as a mail server of this machine does, each from another sender. */
async function deliver(lmtpPort: number, emails: Buffer[], numbers: number[]) {
  const place = { host: '127.0.0.1', port: lmtpPort, lmtp: true, ignoreTLS: true }
  const transport = createTransport({ ...place, pool: true, maxConnections: connections, maxMessages: Infinity })
  const to = `support+${form.slug}@desk.example`
  const sent = numbers.map((number) =>
    transport.sendMail({
      envelope: { from: `sender-${number}@client.test`, to },
      raw: fromSender(emails[number % emails.length]!, number),
    }),
  )
  await Promise.all(sent)
  transport.close()
}

/** Waits until each email that was received is filed, held or dropped. */
async function allRead(db: Db) {
  while ((await db`select 1 from incoming_mail where state = 'received' limit 1`).count > 0) await wait(pollMs)
}

/** Waits until the receipts are sent. */
async function allSent(db: Db) {
  while ((await db`select 1 from mail_outbox limit 1`).count > 0) await wait(pollMs)
}

type State = { state: string; heldFor: string | null; reason: string | null; count: number }

function statesOf(db: Db) {
  return db<State[]>`
    select state, held_for, reason, count(*)::int as count from incoming_mail group by 1, 2, 3 order by count(*) desc`
}

type Memory = Record<'before' | 'peak' | 'all', number | undefined>

async function report(measured: Round[], states: State[], memory: Memory, emails: Buffer[]) {
  const total = (count: (state: State) => boolean) => states.filter(count).reduce((sum, { count: one }) => sum + one, 0)
  const counts = {
    filed: total(({ state }) => state === 'filed'),
    held: total(({ state }) => state === 'held'),
    dropped: total(({ state }) => state === 'dropped'),
  }
  const lost = emailCount - total(() => true)
  const seconds = measured.reduce((sum, round) => sum + round.seconds, 0)
  const perSecond = rounded(emailCount / seconds)
  console.log(`${emailCount} emails in ${rounded(seconds)} s: ${perSecond}/s`)
  console.log(`${JSON.stringify(counts)}, ${lost} lost${lost === 0 ? '' : ', TARGET 0'}`)
  console.log(
    `memory of the server ${memory.before} MB at most before, ${memory.peak} MB at most; with PostgreSQL ${memory.all} MB`,
  )
  const ratios = { list: ratioOf(measured, 'list'), unread: ratioOf(measured, 'unread') }
  const bytes = emails.reduce((sum, { length }) => sum + length, 0)
  const corpora = { emails: emails.length, bytes }
  await keepResults('incoming', {
    emails: emailCount,
    corpora,
    perSecond,
    counts,
    lost,
    states,
    memory,
    ratios,
    measured,
  })
}

/** The round with the median ratio. */
function ratioOf(measured: Round[], name: keyof typeof paths) {
  const ratio = ({ before, filing }: Round) => rounded(filing[name] / before[name])
  const median = medianRound(measured, ratio)
  const verdict = `target ${slowestRatio}${ratio(median) <= slowestRatio ? '' : ', NOT REACHED'}`
  const times = `${median.before[name]} ms before, ${median.filing[name]} ms while emails are filed`
  console.log(`${name.padEnd(8)} ${times}: ${ratio(median)} times (${verdict})`)
  return { ratio: ratio(median), rounds: measured.map(ratio).toSorted((a, b) => a - b) }
}

function rounded(value: number) {
  return Math.round(value * 100) / 100
}
