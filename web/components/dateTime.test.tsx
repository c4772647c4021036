import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteServerTime } from '#web/api/session/clock.ts'
import { DateTime } from './DateTime.tsx'

const minute = 60_000
let isHidden = false

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T10:00:30Z') })
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
})

afterEach(() => {
  isHidden = false
  noteServerTime(Date.now())
})

function pass(minutes: number) {
  act(() => void vi.advanceTimersByTime(minutes * minute))
}

function show(isShown: boolean) {
  isHidden = !isShown
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

function shown() {
  return screen.getAllByRole('time').map(({ textContent }) => textContent)
}

test('relative times advance with a single timer while the page is visible', () => {
  render(['10:00:00', '09:58:00'].map((time) => <DateTime key={time} value={`2026-11-21T${time}Z`} detail="brief" />))
  expect(shown()).toEqual(['now', '2m ago'])
  expect(vi.getTimerCount()).toBe(1)
  pass(1)
  expect(shown()).toEqual(['1m ago', '3m ago'])
  show(false)
  expect(vi.getTimerCount()).toBe(0)
  pass(10)
  expect(shown()).toEqual(['1m ago', '3m ago'])
  show(true)
  expect(shown()).toEqual(['11m ago', '13m ago'])
})

test('a wrong clock in the browser does not change the age', () => {
  noteServerTime('2026-11-21T08:00:30Z')
  render(<DateTime value="2026-11-21T07:55:30Z" detail="brief" />)
  expect(shown()).toEqual(['5m ago'])
})
