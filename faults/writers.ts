import { randomUUID } from 'node:crypto'
import type { SentMessage } from '#contract/chat.ts'
import { type Enquiry, enquiryStatuses } from '#contract/enquiries.ts'
import type { Chance } from './chance.ts'
import type { Person } from './people.ts'

export type Acknowledged = { text: string; sender: string; enquiry: string; id: string; seq: number }

/** What the servers have acknowledged, as those remember it who were told. */
export class Ledger {
  readonly messages: Acknowledged[] = []
  /** Of each enquiry, how often its status was changed. */
  readonly changes = new Map<string, number>()
  /** Of each enquiry, how often a message has opened it again. */
  readonly reopenings = new Map<string, number>()
  readonly raised: { id: string; number: string }[] = []

  /** The number of the last message of a thread that was acknowledged. */
  lastOf(enquiry: string) {
    return Math.max(0, ...this.messages.filter((message) => message.enquiry === enquiry).map(({ seq }) => seq))
  }

  told() {
    const { messages, raised, changes, reopenings } = this
    return { messages, raised, changes: Object.fromEntries(changes), reopenings: Object.fromEntries(reopenings) }
  }
}

/** Puts a message into a thread, under one key until it is acknowledged. */
export async function writeMessage(person: Person, enquiry: string, text: string, ledger: Ledger) {
  const answer = await person.insist<SentMessage>({
    method: 'POST',
    path: '/chat',
    body: { enquiry, side: 'customer', message: text },
    headers: { 'idempotency-key': randomUUID() },
  })
  if (answer.status !== 201) throw new Error(`Not sent: ${answer.status} ${answer.message}`)
  const { _id: id, seq, isReopened } = answer.data
  ledger.messages.push({ text, sender: person.user._id, enquiry, id, seq })
  if (isReopened) countUp(ledger.reopenings, enquiry)
}

/** Moves an enquiry to another status, from the version that was read. */
export async function changeStatus(person: Person, enquiries: string[], ledger: Ledger, chance: Chance) {
  const id = chance.oneOf(enquiries)
  const { data } = await person.insist<{ docs: Enquiry[] }>({ path: `/enquiry?_id=${id}` })
  let current = data.docs[0]!
  for (;;) {
    const others = enquiryStatuses.filter((status) => status !== current.enquiryStatus)
    const body = { id, enquiryStatus: chance.oneOf(others) }
    const headers = { 'idempotency-key': randomUUID(), 'if-match': `"${current.version}"` }
    const answer = await person.insist<Enquiry>({ method: 'PATCH', path: '/enquiry', body, headers })
    if (answer.status === 412) {
      current = answer.data
      continue
    }
    if (answer.status !== 200) throw new Error(`Not changed: ${answer.status} ${answer.message}`)
    countUp(ledger.changes, id)
    return
  }
}

function countUp(counts: Map<string, number>, id: string) {
  counts.set(id, (counts.get(id) ?? 0) + 1)
}

export async function raiseEnquiry(person: Person, enquiryType: string, ledger: Ledger) {
  const key = randomUUID()
  const answer = await person.insist<Enquiry>({
    method: 'POST',
    path: '/enquiry',
    body: { enquiryType, summery: key },
    headers: { 'idempotency-key': key },
  })
  if (answer.status !== 201) throw new Error(`Not raised: ${answer.status} ${answer.message}`)
  ledger.raised.push({ id: answer.data._id, number: answer.data.enquiryId })
  return answer.data._id
}
