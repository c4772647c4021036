import { randomBytes, randomUUID } from 'node:crypto'
import type { SentMessage } from '#contract/chat.ts'
import type { Enquiry } from '#contract/enquiries.ts'
import { enquiryStatuses } from '#contract/enquiries/choices.ts'
import type { Chance } from './chance.ts'
import type { Person } from './people.ts'

export type Acknowledged = { text: string; sender: string; enquiry: string; id: string; seq: number }

/** The client's record of everything that the servers have acknowledged. */
export class Ledger {
  readonly messages: Acknowledged[] = []
  /** The number of status changes of each enquiry. */
  readonly changes = new Map<string, number>()
  /** How often a message has reopened each enquiry. */
  readonly reopenings = new Map<string, number>()
  readonly raised: { id: string; number: string }[] = []

  /** The number of the last acknowledged message in a thread. */
  lastOf(enquiry: string) {
    return Math.max(0, ...this.messages.filter((message) => message.enquiry === enquiry).map(({ seq }) => seq))
  }

  toJSON() {
    const { messages, raised, changes, reopenings } = this
    return { messages, raised, changes: Object.fromEntries(changes), reopenings: Object.fromEntries(reopenings) }
  }
}

/** Sends a message with one idempotency key until it is acknowledged. */
export async function writeMessage(person: Person, enquiry: string, text: string, ledger: Ledger) {
  const response = await person.insist<SentMessage>({
    method: 'POST',
    path: '/chat',
    body: { enquiry, side: 'customer', message: text },
    headers: { 'idempotency-key': randomUUID() },
  })
  if (response.status !== 201) throw new Error(`Not sent: ${response.status} ${response.message}`)
  const { _id: id, seq, isReopened } = response.data
  ledger.messages.push({ text, sender: person.user._id, enquiry, id, seq })
  if (isReopened) countUp(ledger.reopenings, enquiry)
}

/** Changes the status of an enquiry, and retries with the current version after a 412. */
export async function changeStatus(person: Person, enquiries: string[], ledger: Ledger, chance: Chance) {
  const id = chance.oneOf(enquiries)
  const { data } = await person.insist<{ docs: Enquiry[] }>({ path: `/enquiry?_id=${id}` })
  let current = data.docs[0]!
  for (;;) {
    const others = enquiryStatuses.filter((status) => status !== current.enquiryStatus)
    const body = { id, enquiryStatus: chance.oneOf(others) }
    const headers = { 'idempotency-key': randomUUID(), 'if-match': `"${current.version}"` }
    const response = await person.insist<Enquiry>({ method: 'PATCH', path: '/enquiry', body, headers })
    if (response.status === 412) {
      current = response.data
      continue
    }
    if (response.status !== 200) throw new Error(`Not changed: ${response.status} ${response.message}`)
    countUp(ledger.changes, id)
    return
  }
}

function countUp(counts: Map<string, number>, id: string) {
  counts.set(id, (counts.get(id) ?? 0) + 1)
}

export async function raiseEnquiry(person: Person, enquiryType: string, ledger: Ledger) {
  const key = randomUUID()
  const response = await person.insist<Enquiry>({
    method: 'POST',
    path: '/enquiry',
    body: { enquiryType, summery: key },
    headers: { 'idempotency-key': key },
  })
  if (response.status !== 201) throw new Error(`Not raised: ${response.status} ${response.message}`)
  ledger.raised.push({ id: response.data._id, number: response.data.enquiryId })
  return response.data._id
}

/** Writes a message with a file of about this size, which no other message has. */
export async function writeFile(person: Person, enquiry: string, bytes: number) {
  const text = randomBytes((bytes * 3) / 4).toString('base64')
  const files = [{ name: 'log.txt', url: `data:text/plain;base64,${Buffer.from(text).toString('base64')}` }]
  const body = { enquiry, side: 'customer', message: 'A log', files }
  const response = await person.insist({ method: 'POST', path: '/chat', body })
  if (response.status !== 201) throw new Error(`Not sent: ${response.status} ${response.message}`)
}
