import { expect, test } from 'vitest'
import type { KeptMessage } from '#web/storage/database.ts'
import { message, uuid } from '#web/test/people.ts'
import { emptyOutbox, nextToSend, reduceOutbox, type OutboxState } from './outboxState.ts'

function kept(id: string, enquiry = uuid(101), refusal?: string): KeptMessage {
  return { id, userId: uuid(1), body: { message: id, side: 'customer', enquiry }, writtenAt: 0, refusal }
}

const [one, two] = [kept('one'), kept('two')]
const loaded = reduceOutbox(emptyOutbox, { kind: 'loaded', messages: [one, two] })
const postponed = { kind: 'postponed', id: 'one', reason: 'Offline', pause: 1000, isServerAway: true } as const
const waiting = reduceOutbox(loaded, postponed)

test('the outbox is ready once the messages on this device are loaded', () => {
  expect(emptyOutbox.isReady).toBe(false)
  expect(loaded).toMatchObject({ isReady: true, messages: [one, two] })
})

test('a message is marked as sending until its attempt ends', () => {
  const sending = reduceOutbox(loaded, { kind: 'sending', id: 'one' })
  expect(sending.sendingId).toBe('one')
  expect(reduceOutbox(sending, { kind: 'sending', id: undefined }).sendingId).toBeUndefined()
})

test('a postponed message gives the reason, which stays while messages wait and goes once one is sent', () => {
  expect(waiting.problem).toBe('Offline')
  expect(reduceOutbox(waiting, { kind: 'loaded', messages: [two] }).problem).toBe('Offline')
  expect(reduceOutbox(waiting, { kind: 'sent', kept: one, message: message(1) }).problem).toBeUndefined()
})

test('the reason goes when no message is left', () => {
  expect(reduceOutbox(waiting, { kind: 'loaded', messages: [] }).problem).toBeUndefined()
})

test('a sent message is added to the sent ones, of which the latest 100 are shown', () => {
  const sent = Array.from({ length: 101 }, (_none, index) => index + 1).reduce<OutboxState>(
    (state, seq) => reduceOutbox(state, { kind: 'sent', kept: kept(String(seq)), message: message(seq) }),
    loaded,
  ).sent
  expect(sent).toHaveLength(100)
  expect([sent[0]?.message.seq, sent.at(-1)?.message.seq]).toEqual([2, 101])
})

test('a refused message changes nothing until the messages are loaded again', () => {
  expect(reduceOutbox(loaded, { kind: 'refused', kept: one, reason: 'Too long' })).toBe(loaded)
})

test('reducing never changes the previous state', () => {
  const before = structuredClone(loaded)
  reduceOutbox(loaded, { kind: 'sent', kept: one, message: message(1) })
  reduceOutbox(loaded, postponed)
  reduceOutbox(loaded, { kind: 'loaded', messages: [] })
  expect(loaded).toEqual(before)
})

test('the oldest message is sent first', () => {
  expect(nextToSend([one, two], new Set())).toBe(one)
  expect(nextToSend([], new Set())).toBeUndefined()
})

test('a refused message holds up its own thread only', () => {
  const other = kept('other', uuid(102))
  expect(nextToSend([kept('one', uuid(101), 'Too long'), two, other], new Set())).toBe(other)
})

test('a thread with a postponed message is skipped', () => {
  const other = kept('other', uuid(102))
  expect(nextToSend([one, two, other], new Set([uuid(101)]))).toBe(other)
})
