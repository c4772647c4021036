import { expect, test } from 'vitest'
import { sentFractions } from './useNewFiles.ts'

test('the sent bytes fill one document after the other', () => {
  expect(sentFractions(0, [100, 300])).toEqual([0, 0])
  expect(sentFractions(0.125, [100, 300])).toEqual([0.5, 0])
  expect(sentFractions(0.625, [100, 300])).toEqual([1, 0.5])
  expect(sentFractions(1, [100, 300])).toEqual([1, 1])
})
