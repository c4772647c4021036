import { expect, test } from 'vitest'
import { sharesSent } from './sharesSent.ts'

test('what has gone out fills one document after the other', () => {
  expect(sharesSent(0, [100, 300])).toEqual([0, 0])
  expect(sharesSent(0.125, [100, 300])).toEqual([0.5, 0])
  expect(sharesSent(0.625, [100, 300])).toEqual([1, 0.5])
  expect(sharesSent(1, [100, 300])).toEqual([1, 1])
})
