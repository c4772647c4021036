import { expect, test, vi } from 'vitest'
import { Turns } from './turns.ts'

function begin(turns: Turns, owners: string[], weight = 1) {
  const leaving = new AbortController()
  const state = { isRunning: false, end: () => leaving.abort(new Error('left')) }
  const begun = turns.take(owners, weight, leaving.signal).then((end) => Object.assign(state, { isRunning: true, end }))
  begun.catch(() => {})
  return Object.assign(state, { begun })
}

/** Which turns have begun by now, in the order of their arrival. */
async function running(...all: ReturnType<typeof begin>[]) {
  await new Promise(setImmediate)
  return all.map(({ isRunning }) => isRunning)
}

test('an owner has at most its share; a large turn is not overtaken forever, and runs alone', async () => {
  const turns = new Turns(100, 50)
  const [a, again, b, large, small] = [
    begin(turns, ['a'], 40),
    begin(turns, ['a'], 20),
    begin(turns, ['b'], 30),
    begin(turns, ['c'], 500),
    begin(turns, ['d'], 10),
  ]
  expect(await running(a, again, b, large, small)).toEqual([true, false, true, false, false])
  a.end()
  expect(await running(again, large, small)).toEqual([false, false, false])
  b.end()
  expect(await running(again, large, small)).toEqual([false, true, false])
  large.end()
  expect(await running(again, small)).toEqual([true, true])
})

test('whoever uses least is next, by address and by company', async () => {
  const turns = new Turns(2, 2)
  const [first, second] = [begin(turns, ['visitor', 'company']), begin(turns, ['visitor', 'company'])]
  const [third, colleague, stranger] = [
    begin(turns, ['visitor', 'company']),
    begin(turns, ['colleague', 'company']),
    begin(turns, ['stranger', 'elsewhere']),
  ]
  expect(await running(first, second)).toEqual([true, true])
  first.end()
  expect(await running(third, colleague, stranger)).toEqual([false, false, true])
  second.end()
  expect(await running(third, colleague)).toEqual([false, true])
})

test('work of a sender who has left never begins', async () => {
  const turns = new Turns(1, 1)
  const leaving = new AbortController()
  const holder = begin(turns, ['a'])
  const work = vi.fn<() => Promise<void>>()
  const waiting = turns.run({ owners: ['b'], leaving: leaving.signal }, work)
  leaving.abort(new Error('left'))
  await expect(waiting).rejects.toThrow('left')
  holder.end()
  expect(await running(begin(turns, ['c']))).toEqual([true])
  expect(work).not.toHaveBeenCalled()
})

test('whoever leaves while waiting lets the others go on', async () => {
  const turns = new Turns(100, 50)
  const [holder, large, small] = [begin(turns, ['a'], 50), begin(turns, ['b'], 60), begin(turns, ['c'], 50)]
  expect(await running(holder, large, small)).toEqual([true, false, false])
  large.end()
  await expect(large.begun).rejects.toThrow('left')
  expect(await running(small)).toEqual([true])
})
