import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { noteRequest, restAfter } from './givingWay.ts'

test('long work rests while other companies use the server, and goes on at once otherwise [D12.2]', () => {
  const start = performance.now() + 10_000
  const now = vi.spyOn(performance, 'now')
  const [mine, other] = [randomUUID(), randomUUID()]
  now.mockReturnValue(start)
  noteRequest(mine)
  expect(restAfter(mine, 50)).toBe(0)
  noteRequest(other)
  expect(restAfter(mine, 50)).toBe(100)
  now.mockReturnValue(start + 900)
  noteRequest(mine)
  noteRequest(mine)
  expect(restAfter(mine, 50)).toBe(100)
  now.mockReturnValue(start + 1000)
  expect(restAfter(mine, 50)).toBe(0)
  expect(restAfter(other, 50)).toBe(100)
})
