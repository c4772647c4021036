import type { Chance } from './chance.ts'
import type { Person } from './people.ts'
import type { ThreadScreen } from './screens.ts'
import { changeStatus, type Ledger, raiseEnquiry, writeMessage } from './writers.ts'

export type Work = {
  people: Person[]
  threads: string[]
  screens: ThreadScreen[]
  messages: number
  ledger: Ledger
  chance: Chance
  onAcknowledged: () => void
  /** Whether network faults that need traffic are still pending. */
  hasPendingFaults: () => boolean
}

export const lastDraft = 'Half a thought at the end'

/** Each person writes to each thread, while statuses change, enquiries are raised and sessions renewed. */
export async function everyoneWrites(work: Work) {
  const { people, threads, screens, messages } = work
  const messagesPerLane = messages / (people.length * threads.length)
  const done = new AbortController()
  const lanes = people.flatMap((person, writer) =>
    threads.map((enquiry, thread) =>
      writeLane(work, person, enquiry, { name: `${writer}.${thread}`, messages: messagesPerLane }),
    ),
  )
  const writing = Promise.all(lanes).finally(() => done.abort())
  const otherWork = people.slice(0, 2).map((person) => doOtherWork(work, person, done.signal))
  const onScreens = screens.map((screen, index) => writeOnScreen(screen, `screen.${index}`, done.signal))
  await Promise.all([writing, ...otherWork, ...onScreens])
}

/** One sender in one thread. Each message is sent after the previous one is acknowledged. */
async function writeLane(work: Work, person: Person, enquiry: string, lane: { name: string; messages: number }) {
  for (let n = 1; n <= lane.messages; n++) {
    await writeMessage(person, enquiry, `${lane.name}.${n}`, work.ledger)
    work.onAcknowledged()
  }
}

async function doOtherWork({ ledger, chance, hasPendingFaults }: Work, person: Person, done: AbortSignal) {
  for (let round = 1; !done.aborted || hasPendingFaults(); round++) {
    const all = ledger.raised.map(({ id }) => id)
    await changeStatus(person, all, ledger, chance)
    if (round % 5 === 0) await raiseEnquiry(person, `Raised by ${person.user.name}`, ledger)
    if (round % 10 === 1) await person.renew()
  }
}

/** Writes on a page as long as the others write, and sometimes reloads it with an unfinished draft. */
async function writeOnScreen(screen: ThreadScreen, name: string, done: AbortSignal) {
  for (let n = 1; !done.aborted || n <= 5; n++) {
    await screen.write(`${name}.${n}`)
    if (n % 10 === 4) await screen.keepDraft(`Half a thought after ${n}`)
  }
  await screen.keepDraft(lastDraft)
}
