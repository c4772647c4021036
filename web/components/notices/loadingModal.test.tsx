import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { send } from '#web/api/http.ts'
import { useIsLoading } from '#web/api/loading.ts'
import { saveSession } from '#web/api/session/session.ts'
import { fakeApi, heldBack, ok } from '#web/test/fakeApi.ts'
import { person, tokenFor } from '#web/test/people.ts'
import { LoadingModal } from './LoadingModal.tsx'

function Page() {
  return <LoadingModal isLoading={useIsLoading()} />
}

function modal() {
  return screen.queryByRole('progressbar', { name: 'Loading' })
}

/** Renders the page with a request that the test ends. */
function sendSlowRequest(background: boolean) {
  vi.useFakeTimers()
  const api = fakeApi()
  const slow = heldBack(ok(person()))
  api.answer('GET /auth/profile', slow.responder)
  saveSession({ accessToken: tokenFor(900), userData: person() })
  render(<Page />)
  act(() => void send({ url: '/auth/profile', background }))
  return slow
}

async function pass(milliseconds: number) {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds))
}

test('the modal appears when a request takes longer than 300 ms, and disappears with the last request [S2.26] [D2.9]', async () => {
  const slow = sendSlowRequest(false)
  await pass(290)
  expect(modal()).toBeNull()
  await pass(20)
  expect(modal()).toBeVisible()
  slow.letGo()
  await pass(10)
  await pass(1000)
  expect(modal()).toBeNull()
})

test('a quick response does not show the modal [D2.9]', async () => {
  const slow = sendSlowRequest(false)
  await pass(200)
  slow.letGo()
  await pass(1000)
  expect(modal()).toBeNull()
})

test('background requests do not show the modal [D2.9]', async () => {
  const slow = sendSlowRequest(true)
  await pass(5000)
  expect(modal()).toBeNull()
  slow.letGo()
  await pass(10)
})
