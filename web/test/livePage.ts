import { waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { fakeApi } from './fakeApi.ts'
import { fakeStream } from './fakeStream.ts'
import { renderPage } from './renderPage.tsx'

/** Opens a page with a running stream. */
export async function live(path: string, world: Parameters<typeof fakeApi>[0] = {}) {
  const api = fakeApi({ lastEvent: 5, ...world })
  const stream = fakeStream()
  window.sessionStorage.setItem(`lastEvent:${api.world.user._id}`, '5')
  const page = renderPage(path, api)
  await waitFor(() => expect(stream.streams.size).toBe(1))
  stream.tell('hello', { no: 5 })
  return { api, stream, ...page }
}
