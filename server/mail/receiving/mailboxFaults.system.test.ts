import { createHash, randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Db } from '#server/database/database.ts'
import type { Storage } from '#server/storage/storage.ts'
import { type Fault, faultyProxy } from '#server/test/faultyProxy.ts'
import { isFullSize } from '#server/test/isFullSize.ts'
import { dovecotPath, imapUrlOf, otherClient, startDovecot } from '#server/test/mail/dovecot.ts'
import { testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'
import { MailboxReader } from './mailboxReader.ts'

const { db, storage, app } = await testApp()
const dovecot = dovecotPath ? await startDovecot(dovecotPath) : { port: 0 }
const times = { pollMs: 100, leaseMs: 60, claimMs: 20, firstPauseMs: 5, maxPauseMs: 20 }
/** How long a stalled connection lasts. Others get as long as they need, also on a busy machine. */
const [stallMs, patientMs] = [400, 60_000]
/** Stalls take time, so several mailboxes are read at once. */
const lanes = 8
/** How often each fault happens in each mailbox: 48 or 200 times in all. */
const rounds = isFullSize ? 25 : 6

type Kind = 'cut' | 'stall' | 'cut before the move' | 'cut after the move' | 'kill before the commit' | 'kill after it'
const kinds: Kind[] = [
  'cut',
  'stall',
  'cut before the move',
  'cut after the move',
  'kill before the commit',
  'kill after it',
]

/** The bytes that the mail server sends in a session with one email. About 400 at the end are for that email. */
const sessionBytes = 1900

/** Each round is at another byte of a session. */
function anywhere(lane: number, round: number) {
  return Math.floor((sessionBytes * (lane * rounds + round)) / (lanes * rounds))
}

function networkFault(kind: Kind, bytes: number): Fault | undefined {
  switch (kind) {
    case 'cut':
    case 'stall':
      return { effect: kind, at: { bytes } }
    case 'cut before the move':
    case 'cut after the move':
      return { effect: 'cut', at: { command: 'UID MOVE', isForwarded: kind === 'cut after the move' } }
    case 'kill before the commit':
    case 'kill after it':
      return undefined
  }
}

/** The database and the files as a server reaches them that may be killed at one of two points, and then not any more. */
function killable(point: () => Kind | undefined, onKilled: () => void): { db: Db; storage: Storage } {
  let isDead = false
  let hasBytes = false
  const die = () => {
    isDead = true
    onKilled()
  }
  const requireAlive = () => {
    if (isDead) throw new Error('The server was killed')
  }
  const begin: Db['begin'] = async (work) => {
    const isStoring = hasBytes
    hasBytes = false
    if (isStoring && point() === 'kill before the commit') die()
    requireAlive()
    const result = await db.begin(work)
    if (isStoring && point() === 'kill after it') die()
    requireAlive()
    return result
  }
  const query = (...args: Parameters<Db>) => {
    requireAlive()
    return db(...args)
  }
  const keep: Storage['keep'] = async (draft) => {
    requireAlive()
    await storage.keep(draft)
    hasBytes = true
  }
  return { db: Object.assign(query, { ...db, begin }) as Db, storage: { ...storage, keep } }
}

/** Reads a mailbox to which an email is sent with each connection, of which each but the last fails. */
async function breakOften(lane: number) {
  const other = await otherClient(dovecot)
  await other.mailboxCreate(`Lane${lane}.Support`)
  const sent: string[] = []
  const struck: Kind[] = []
  const waiting = Array.from({ length: rounds * kinds.length }, (_, index) => ({
    kind: kinds[index % kinds.length]!,
    bytes: anywhere(lane, Math.floor(index / kinds.length)),
  }))
  let current: (typeof waiting)[number] | undefined
  let retries = 0
  const send = async () => {
    const mail = `Subject: ${sent.length}\r\nMessage-ID: <${randomUUID()}@client.test>\r\n\r\nHello\r\n`
    sent.push(createHash('sha256').update(mail).digest('hex'))
    // Another client has read everything.
    await other.append(`Lane${lane}.Support`, Buffer.from(mail), ['\\Seen'])
  }
  const strike = () => {
    if (current) struck.push(current.kind)
    current = undefined
  }
  const nextFault = () => {
    // On a busy machine a connection may end before it stalls, so it is tried again and gets twice as long.
    retries = current ? retries + 1 : 0
    current ??= waiting.shift()
    if (!current) return undefined
    void send()
    return networkFault(current.kind, current.bytes)
  }
  const port = await faultyProxy(dovecot.port, { nextFault, onFault: strike })
  const imapUrl = imapUrlOf(port, `Lane${lane}.Support`)
  const laneTimes = {
    ...times,
    get stallMs() {
      return (current ?? waiting[0])?.kind === 'stall' ? stallMs * 2 ** retries : patientMs
    },
  }
  const start = () => {
    const onKilled = () => {
      strike()
      void reader.stop()
      start()
    }
    const services = killable(() => current?.kind, onKilled)
    const reader = new MailboxReader(
      services,
      imapUrl,
      app.log,
      { ownerOf: async () => 'desk@desk.test', onReceived: () => undefined },
      laneTimes,
    )
    reader.start()
    onTestFinished(() => reader.stop())
  }
  start()
  await vi.waitFor(() => expect(struck).toHaveLength(rounds * kinds.length), { timeout: 250_000, interval: 50 })
  return { sent, struck, other, mailbox: `desk@127.0.0.1/Lane${lane}.Support` }
}

test.skipIf(!dovecotPath)(
  'each email is stored once and moved, whatever breaks at whatever moment [D11.6]',
  async () => {
    const broken = await Promise.all(Array.from({ length: lanes }, (_, lane) => breakOften(lane)))
    for (const kind of kinds) {
      expect(broken.flatMap(({ struck }) => struck).filter((each) => each === kind)).toHaveLength(lanes * rounds)
    }
    for (const [lane, { sent, other, mailbox }] of broken.entries()) {
      const stored = () => db<{ sha256: string; isInInbox: boolean }[]>`
      select sha256, is_in_inbox from incoming_mail where mailbox = ${mailbox}`
      await waitFor(async () => expect((await stored()).filter((row) => !row.isInInbox)).toHaveLength(sent.length))
      expect((await stored()).map(({ sha256 }) => sha256).toSorted()).toEqual(sent.toSorted())
      expect(await other.status(`Lane${lane}.Support`, { messages: true })).toMatchObject({ messages: 0 })
      expect(await other.status(`Lane${lane}.Done`, { messages: true })).toMatchObject({ messages: sent.length })
    }
  },
)
