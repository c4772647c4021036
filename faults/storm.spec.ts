import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { enquiryStatuses } from '#contract/enquiries/choices.ts'
import { totalsOf } from './storedState.ts'
import { type Evidence, sizes, storm, summaryOf } from './storm.ts'
import { lastDraft } from './work.ts'

const size = process.env.FAULTS_SIZE === 'full' ? sizes.full : sizes.small
const seed = Number(process.env.FAULTS_SEED || Math.floor(Math.random() * 2 ** 31))
const folder = join('test-results/faults', process.env.FAULTS_SIZE ?? 'small')
const record = join(folder, 'evidence.json')

/** Each test reads the file again, because Playwright starts a new process after a failed test. */
function evidence(): Evidence {
  return JSON.parse(readFileSync(record, 'utf8'))
}

test('every message that was sent during the faults is acknowledged at the end', async ({ browser }) => {
  test.setTimeout((size.minutes + 4) * 60_000)
  console.log(`seed ${seed}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(record, JSON.stringify(await storm(browser, size, seed, folder)))
  expect(evidence().ledger.messages).toHaveLength(size.messages)
  console.log(summaryOf(evidence()))
})

test('all planned faults have happened', () => {
  const { faults } = evidence()
  const happened = Object.values(faults).reduce((sum, times) => sum + times, 0)
  expect(happened, JSON.stringify(faults)).toBeGreaterThanOrEqual(size.faults)
})

test('exactly the acknowledged messages are stored, each once and at its acknowledged position [D7.4] [D7.8]', () => {
  const { ledger, stored, screens } = evidence()
  const keyOf = ({ id, seq, text, sender, enquiry }: (typeof ledger.messages)[number]) =>
    [enquiry, seq, sender, text, id].join(' ')
  const onScreens = new Set(screens.map(({ sender }) => sender))
  const overApi = stored.messages.filter(({ sender }) => !onScreens.has(sender))
  expect(overApi.map(keyOf).toSorted()).toEqual(ledger.messages.map(keyOf).toSorted())
})

test('exactly the comments that pages accepted are stored, each once and in the order of writing [D4.4] [D7.4]', () => {
  const { stored, screens } = evidence()
  expect(screens).toHaveLength(2)
  for (const { sender, written } of screens) {
    expect(written.length).toBeGreaterThanOrEqual(5)
    expect(stored.messages.filter((message) => message.sender === sender).map(({ text }) => text)).toEqual(written)
  }
})

test('each page shows the whole thread as stored in the database, and no pending message [D7.8]', () => {
  const { stored, screens } = evidence()
  for (const { enquiry, rows, last, waiting } of screens) {
    const held = stored.messages.filter((message) => message.enquiry === enquiry)
    expect({ last, waiting }).toEqual({ last: held.length, waiting: 0 })
    expect(rows.length).toBeGreaterThan(5)
    expect(rows.map(({ text }) => text)).toEqual(rows.map(({ seq }) => held[seq - 1]!.text))
  }
})

test('the tabs of the list show the totals', () => {
  const { stored, totals } = evidence()
  expect(totals).toEqual(totalsOf(stored.enquiries))
})

test('drafts are still in their boxes', () => {
  expect(evidence().screens.map(({ draft }) => draft)).toEqual([lastDraft, lastDraft])
})

test('the numbers in a thread have no gaps, and its enquiry stores the last one [D7.8]', () => {
  const { threads, stored } = evidence()
  for (const thread of threads) {
    const numbers = stored.messages.filter(({ enquiry }) => enquiry === thread).map(({ seq }) => seq)
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
    expect(stored.enquiries.find(({ id }) => id === thread)!.lastSeq).toBe(numbers.length)
  }
})

test('within a thread the messages of each person are in the order of writing', () => {
  const { stored, threads, ledger } = evidence()
  for (const sender of new Set(ledger.messages.map((message) => message.sender))) {
    for (const thread of threads) {
      const lane = stored.messages.filter((message) => message.enquiry === thread && message.sender === sender)
      const numbers = lane.map(({ text }) => Number(text.split('.').at(-1)))
      expect(numbers).toEqual(numbers.map((_, index) => index + 1))
    }
  }
})

test('each acknowledged status change and each reopening is stored once, and the version counts both [D7.7]', () => {
  const { ledger, stored, screens } = evidence()
  const onScreens = new Set(screens.map(({ sender }) => sender))
  for (const { id, version, records } of stored.enquiries) {
    const timesOf = (action: string, isOnScreen: boolean) =>
      records
        .filter((done) => done.action === action && onScreens.has(done.by) === isOnScreen)
        .reduce((sum, { times }) => sum + times, 0)
    const overApi = {
      created: timesOf('created', false),
      changed: timesOf('changed', false),
      reopened: timesOf('reopened', false),
    }
    const { [id]: changed = 0 } = ledger.changes
    const { [id]: reopened = 0 } = ledger.reopenings
    expect({ id, ...overApi }).toEqual({ id, created: 1, changed, reopened })
    expect({ id, version }).toEqual({ id, version: records.reduce((sum, { times }) => sum + times, 0) })
  }
})

test('each raised enquiry is stored once, with its acknowledged number and without gaps [D3.2]', () => {
  const { ledger, stored } = evidence()
  const raised = ledger.raised.map(({ id, number }) => `${number} ${id}`)
  const found = stored.enquiries.map(({ id, number }) => `ENQ-${String(number).padStart(6, '0')} ${id}`)
  expect(found).toEqual(raised.toSorted())
  expect(stored.enquiries.map(({ number }) => number)).toEqual(stored.enquiries.map((_, index) => index + 1))
})

test('the stored totals match a fresh count, and both servers return them', () => {
  const { stored, servers } = evidence()
  const { all, ...counted } = totalsOf(stored.enquiries)
  expect({ ...Object.fromEntries(enquiryStatuses.map((status) => [status, 0])), ...stored.statusCounts }).toEqual(
    counted,
  )
  expect(servers).toHaveLength(2)
  for (const { summary, totalDocs } of servers) {
    expect(summary.byStatus).toEqual(counted)
    expect([summary.total, totalDocs]).toEqual([all, all])
  }
})

test('both servers return the threads as stored in the database', () => {
  const { stored, servers, threads } = evidence()
  for (const server of servers) {
    for (const thread of threads) {
      const returned = server.threads[thread]!.map(({ seq, message }) => `${seq} ${message}`)
      const held = stored.messages.filter(({ enquiry }) => enquiry === thread).map(({ seq, text }) => `${seq} ${text}`)
      expect(returned).toEqual(held)
    }
  }
})

test('no session ended, and no server responded with 500 to a network fault [D7.3] [D8.3]', () => {
  const { people } = evidence()
  expect(people.flatMap(({ serverErrors }) => serverErrors)).toEqual([])
  expect(people.map(({ signedOut }) => signedOut)).toEqual(people.map(() => 0))
  expect(Math.max(...people.map(({ renewals }) => renewals))).toBeGreaterThan(0)
})
