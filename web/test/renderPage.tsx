import { render } from '@testing-library/react'
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event'
import { createBrowserRouter } from 'react-router'
import { onTestFinished } from 'vitest'
import { mirrorSession } from '#web/accounts/sessions/mirrorSession.ts'
import { App } from '#web/App.tsx'
import { fetchForFirstRender } from '#web/openStore.ts'
import { createRoutes } from '#web/router/routes.tsx'
import { createAppStore } from '#web/store.ts'
import type { FakeApi } from './fakeApi.ts'
import { tokenFor } from './people.ts'

interface Visit {
  /** The session in the browser; by default that of the fake server's user. */
  session?: { accessToken?: string; userData?: object } | null
  /** The state of the history entry, which browsers keep over a reload. */
  historyState?: unknown
}

/** Opens the whole product at an address, in a tab without history. */
export function renderPage(path: string, api: FakeApi, { session, historyState = null }: Visit = {}) {
  const stored = session === undefined ? { accessToken: tokenFor(900), userData: api.world.user } : (session ?? {})
  if (stored.accessToken) window.localStorage.setItem('accessToken', stored.accessToken)
  if (stored.userData) window.localStorage.setItem('userData', JSON.stringify(stored.userData))
  window.history.replaceState(historyState, '', path)
  const store = createAppStore()
  const stopMirroring = mirrorSession(store.dispatch)
  const openStore = async () => {
    await fetchForFirstRender(store)
    return store
  }
  const router = createBrowserRouter(createRoutes(openStore))
  const view = render(<App router={router} />)
  const close = () => {
    view.unmount()
    stopMirroring()
    router.dispose()
  }
  onTestFinished(close)
  return {
    store,
    router,
    close,
    keys: userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never }),
  }
}

/** The path and query in the address bar. */
export function address() {
  return window.location.pathname + window.location.search
}
