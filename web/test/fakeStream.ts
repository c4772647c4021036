import { onTestFinished, vi } from 'vitest'
import type { z } from 'zod'
import { streamEvents } from '#contract/events.ts'

type Kind = keyof typeof streamEvents
type Stream = ReadableStreamDefaultController<Uint8Array>

/** The live stream of the fake server. It is open, and silent until a test sends an event. */
export function fakeStream() {
  const streams = new Set<Stream>()
  const asked: string[] = []
  let isReachable = true
  let isOver = false
  const text = new TextEncoder()
  vi.stubGlobal('fetch', (url: string, { signal }: RequestInit = {}) => {
    if (!url.includes('/events')) return Promise.resolve(Response.json({ data: null }))
    asked.push(url)
    if (!isReachable) return Promise.reject(new TypeError('Failed to fetch'))
    if (isOver) return Promise.resolve(new Response(null, { status: 401 }))
    return Promise.resolve(new Response(bodyOf(streams, signal)))
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const cut = () => {
    for (const stream of streams) stream.close()
    streams.clear()
  }
  return {
    /** The URLs that requested the stream. */
    asked,
    streams,
    tell: <K extends Kind>(kind: K, content: z.input<(typeof streamEvents)[K]>) => {
      const data = JSON.stringify(streamEvents[kind].parse(content))
      for (const stream of streams) stream.enqueue(text.encode(`event: ${kind}\ndata: ${data}\n\n`))
    },
    lose: () => {
      isReachable = false
      cut()
    },
    comeBack: () => {
      isReachable = true
      window.dispatchEvent(new Event('online'))
    },
    cut,
    /** Ends the session: closes this stream and refuses new ones. */
    end: () => {
      isOver = true
      cut()
    },
  }
}

function bodyOf(streams: Set<Stream>, signal: AbortSignal | null | undefined) {
  return new ReadableStream<Uint8Array>({
    start(stream) {
      streams.add(stream)
      signal?.addEventListener('abort', () => {
        if (streams.delete(stream)) stream.error(signal.reason)
      })
    },
  })
}
