import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { enquiryStatuses } from '#contract/enquiries.ts'
import { lastDraft } from './crew.ts'
import { figures } from './figures.ts'
import { type Evidence, sizes, storm } from './storm.ts'
import { totalsOf } from './truth.ts'

const size = process.env.FAULTS_SIZE === 'full' ? sizes.full : sizes.small
const seed = Number(process.env.FAULTS_SEED || Math.floor(Math.random() * 2 ** 31))
const folder = join('test-results/faults', process.env.FAULTS_SIZE ?? 'small')
const record = join(folder, 'evidence.json')

/** Read anew by each test: one that fails takes its process with it. */
function evidence(): Evidence {
  return JSON.parse(readFileSync(record, 'utf8'))
}

test('everything that was sent through the trouble is acknowledged at its end', async ({ browser }) => {
  test.setTimeout((size.minutes + 4) * 60_000)
  console.log(`seed ${seed}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(record, JSON.stringify(await storm(browser, size, seed, folder)))
  expect(evidence().ledger.messages).toHaveLength(size.messages)
  console.log(figures(evidence()))
})

test('as much went wrong as was meant to', () => {
  const { faults } = evidence()
  const happened = Object.values(faults).reduce((sum, times) => sum + times, 0)
  expect(happened, JSON.stringify(faults)).toBeGreaterThanOrEqual(size.faults)
})

test('each acknowledged message is stored once, where it was said to be, and no other [D7.4] [D7.8]', () => {
  const { ledger, stored, screens } = evidence()
  const place = ({ id, seq, text, sender, enquiry }: (typeof ledger.messages)[number]) =>
    [enquiry, seq, sender, text, id].join(' ')
  const onScreens = new Set(screens.map(({ sender }) => sender))
  const overApi = stored.messages.filter(({ sender }) => !onScreens.has(sender))
  expect(overApi.map(place).toSorted()).toEqual(ledger.messages.map(place).toSorted())
})

test('each comment that left the box of a page is stored once, in the order of writing, and no other [D4.4] [D7.4]', () => {
  const { stored, screens } = evidence()
  expect(screens).toHaveLength(2)
  for (const { sender, written } of screens) {
    expect(written.length).toBeGreaterThanOrEqual(5)
    expect(stored.messages.filter((message) => message.sender === sender).map(({ text }) => text)).toEqual(written)
  }
})

test('each screen shows the thread as the database holds it, to its end, and nothing that waits [D7.8]', () => {
  const { stored, screens } = evidence()
  for (const { enquiry, rows, last, waiting } of screens) {
    const held = stored.messages.filter((message) => message.enquiry === enquiry)
    expect({ last, waiting }).toEqual({ last: held.length, waiting: 0 })
    expect(rows.length).toBeGreaterThan(5)
    expect(rows.map(({ text }) => text)).toEqual(rows.map(({ seq }) => held[seq - 1]!.text))
  }
})

test('the tabs of the list on a screen show the totals', () => {
  const { stored, totals } = evidence()
  expect(totals).toEqual(totalsOf(stored.enquiries))
})

test('what was half written is still in its box', () => {
  expect(evidence().screens.map(({ draft }) => draft)).toEqual([lastDraft, lastDraft])
})

test('the numbers of a thread have no gap, and its enquiry knows the last [D7.8]', () => {
  const { threads, stored } = evidence()
  for (const thread of threads) {
    const numbers = stored.messages.filter(({ enquiry }) => enquiry === thread).map(({ seq }) => seq)
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
    expect(stored.enquiries.find(({ id }) => id === thread)!.lastSeq).toBe(numbers.length)
  }
})

test('within a thread everybody’s messages are in the order in which they wrote them', () => {
  const { stored, threads, ledger } = evidence()
  for (const sender of new Set(ledger.messages.map((message) => message.sender))) {
    for (const thread of threads) {
      const lane = stored.messages.filter((message) => message.enquiry === thread && message.sender === sender)
      const numbers = lane.map(({ text }) => Number(text.split('.').at(-1)))
      expect(numbers).toEqual(numbers.map((_, index) => index + 1))
    }
  }
})

test('each acknowledged change of a status was made once, so was each reopening, and the version counts both [D7.7]', () => {
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

test('each raised enquiry is there once, under the number that was told, without a gap [D3.2]', () => {
  const { ledger, stored } = evidence()
  const raised = ledger.raised.map(({ id, number }) => `${number} ${id}`)
  const found = stored.enquiries.map(({ id, number }) => `ENQ-${String(number).padStart(6, '0')} ${id}`)
  expect(found).toEqual(raised.toSorted())
  expect(stored.enquiries.map(({ number }) => number)).toEqual(stored.enquiries.map((_, index) => index + 1))
})

test('the kept totals are what counting anew gives, and both servers tell them', () => {
  const { stored, servers } = evidence()
  const { all, ...counted } = totalsOf(stored.enquiries)
  expect({ ...Object.fromEntries(enquiryStatuses.map((status) => [status, 0])), ...stored.keptCounts }).toEqual(counted)
  expect(servers).toHaveLength(2)
  for (const { summary, totalDocs } of servers) {
    expect(summary.byStatus).toEqual(counted)
    expect([summary.total, totalDocs]).toEqual([all, all])
  }
})

test('both servers tell the threads as the database holds them', () => {
  const { stored, servers, threads } = evidence()
  for (const server of servers) {
    for (const thread of threads) {
      const told = server.threads[thread]!.map(({ seq, message }) => `${seq} ${message}`)
      const held = stored.messages.filter(({ enquiry }) => enquiry === thread).map(({ seq, text }) => `${seq} ${text}`)
      expect(told).toEqual(held)
    }
  }
})

test('nobody’s session ended, and no server called a fault of the network one of its own [D7.3] [D8.3]', () => {
  const { people } = evidence()
  expect(people.flatMap(({ faults }) => faults)).toEqual([])
  expect(people.map(({ signedOut }) => signedOut)).toEqual(people.map(() => 0))
  expect(Math.max(...people.map(({ renewals }) => renewals))).toBeGreaterThan(0)
})
