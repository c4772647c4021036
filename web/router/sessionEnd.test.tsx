import { render, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { createMemoryRouter } from 'react-router'
import { expect, onTestFinished, test } from 'vitest'
import { mirrorSession } from '#web/accounts/sessions/mirrorSession.ts'
import { clearSession, saveSession } from '#web/api/session/session.ts'
import { App } from '#web/App.tsx'
import { useGetEnquiryQuery } from '#web/enquiries/enquiryApi.ts'
import { SignedInLayout } from '#web/layouts/SignedInLayout.tsx'
import { createAppStore } from '#web/store.ts'
import { fakeApi } from '#web/test/fakeApi.ts'
import { enquiry, person, tokenFor, uuid } from '#web/test/people.ts'
import { RequireSession } from './RequireSession.tsx'

/** The session ends in the moment in which this page appears: layout effects run before those that send requests. */
function LatePage() {
  useGetEnquiryQuery(uuid(101))
  useLayoutEffect(() => clearSession(), [])
  return null
}

test('a page that is left as soon as it appears keeps no data for the next person [D4.3]', async () => {
  fakeApi({ enquiries: [enquiry(1)] })
  saveSession({ accessToken: tokenFor(900), userData: person() })
  const store = createAppStore()
  onTestFinished(mirrorSession(store.dispatch))
  const pages = [{ path: '/', Component: LatePage }]
  const router = createMemoryRouter([
    { Component: RequireSession, children: [{ element: <SignedInLayout store={store} />, children: pages }] },
    { path: '/login', element: <h1>Sign in</h1> },
  ])
  render(<App router={router} />)
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(store.getState().api.queries).toEqual({})
})
