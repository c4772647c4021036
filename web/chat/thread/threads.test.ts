import { expect, test } from 'vitest'
import type { Thread } from '#contract/chat.ts'
import { message } from '#web/test/people.ts'
import { withEarlier, withNewest } from './threads.ts'

function thread(from: number, to: number): Thread {
  const docs = Array.from({ length: to - from + 1 }, (_, index) => message(from + index))
  return { docs, totalDocs: to, hasEarlier: from > 1, hasLater: false, seenBy: { customer: 0, host: 0 } }
}

function seqs({ docs }: Thread) {
  return docs.map(({ seq }) => seq)
}

test('newer messages are joined to the known ones without duplicates', () => {
  const both = withNewest(thread(1, 60), thread(12, 61))
  expect(seqs(both)).toEqual(seqs(thread(1, 61)))
  expect(both.hasEarlier).toBe(false)
})

test('adjacent messages are joined', () => {
  expect(seqs(withNewest(thread(1, 3), thread(4, 6)))).toEqual([1, 2, 3, 4, 5, 6])
})

test('messages with a gap between them are not joined', () => {
  const both = withNewest(thread(1, 3), thread(5, 7))
  expect(seqs(both)).toEqual([5, 6, 7])
  expect(both.hasEarlier).toBe(true)
})

test('an empty thread takes the newest messages as they are', () => {
  expect(seqs(withNewest(thread(1, 0), thread(1, 2)))).toEqual([1, 2])
})

test('earlier messages are added at the start, once', () => {
  const whole = withEarlier(withEarlier(thread(51, 60), thread(1, 50)), thread(1, 50))
  expect(seqs(whole)).toEqual(seqs(thread(1, 60)))
  expect(whole.hasEarlier).toBe(false)
})
