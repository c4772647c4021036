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
  /** Whether trouble is still to come that needs traffic. */
  isTroubled: () => boolean
}

export const lastDraft = 'Half a thought at the end'

/** Each person writes to each thread; meanwhile statuses change, enquiries are raised and sessions renewed. */
export async function everybodyWrites(work: Work) {
  const { people, threads, screens, messages } = work
  const each = messages / (people.length * threads.length)
  const done = new AbortController()
  const lanes = people.flatMap((person, writer) =>
    threads.map((enquiry, thread) => writeLane(work, person, enquiry, { name: `${writer}.${thread}`, each })),
  )
  const writing = Promise.all(lanes).finally(() => done.abort())
  const besides = people.slice(0, 2).map((person) => workBesides(work, person, done.signal))
  const onScreens = screens.map((screen, index) => writeOnScreen(screen, `screen.${index}`, done.signal))
  await Promise.all([writing, ...besides, ...onScreens])
}

/** One sender in one thread: a message goes out once the one before it is acknowledged. */
async function writeLane(work: Work, person: Person, enquiry: string, lane: { name: string; each: number }) {
  for (let n = 1; n <= lane.each; n++) {
    await writeMessage(person, enquiry, `${lane.name}.${n}`, work.ledger)
    work.onAcknowledged()
  }
}

async function workBesides({ ledger, chance, isTroubled }: Work, person: Person, done: AbortSignal) {
  for (let turn = 1; !done.aborted || isTroubled(); turn++) {
    const all = ledger.raised.map(({ id }) => id)
    await changeStatus(person, all, ledger, chance)
    if (turn % 5 === 0) await raiseEnquiry(person, `Besides ${person.user.name}`, ledger)
    if (turn % 10 === 1) await person.renew()
  }
}

/** As long as the others write; now and then the page is reloaded with something half written in it. */
async function writeOnScreen(screen: ThreadScreen, name: string, done: AbortSignal) {
  for (let n = 1; !done.aborted || n <= 5; n++) {
    await screen.write(`${name}.${n}`)
    if (n % 10 === 4) await screen.keepDraft(`Half a thought after ${n}`)
  }
  await screen.keepDraft(lastDraft)
}
