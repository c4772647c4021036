import { createParser } from 'eventsource-parser'
import type { z } from 'zod'
import { streamEvents } from '#contract/events.ts'
import { apiPaths } from '#web/api/apiPaths.ts'
import { openStream } from '#web/api/stream.ts'

type Kind = keyof typeof streamEvents
export type StreamMessage = { [K in Kind]: { kind: K; content: z.infer<(typeof streamEvents)[K]> } }[Kind]

/** The server sends something every 15 s; after this silence the connection counts as lost. */
const longestSilenceMs = 35_000

/** Reads the stream until it ends. Throws if it breaks, stays silent, or is refused (a `Failure`). */
export async function readStream(
  after: number | undefined,
  onMessage: (message: StreamMessage) => void,
  signal: AbortSignal,
) {
  const open = (stop: AbortSignal) =>
    openStream(after === undefined ? apiPaths.events : `${apiPaths.events}?after=${after}`, stop)
  await readEvents(open, signal, (event, data) => {
    const message = toMessage(event, data)
    if (message) onMessage(message)
  })
}

/** Reads a stream of server-sent events until it ends. Throws like `readStream`. */
export async function readEvents(
  open: (stop: AbortSignal) => Promise<ReadableStream<string>>,
  signal: AbortSignal,
  onEvent: (kind: string | undefined, data: string) => void,
) {
  const ending = new AbortController()
  const end = () => ending.abort()
  if (signal.aborted) end()
  signal.addEventListener('abort', end)
  let timer = window.setTimeout(end, longestSilenceMs)
  try {
    const stream = await open(ending.signal)
    const parser = createParser({ onEvent: ({ event, data }) => onEvent(event, data) })
    const reader = stream.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      window.clearTimeout(timer)
      timer = window.setTimeout(end, longestSilenceMs)
      parser.feed(value)
    }
  } finally {
    window.clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }
}

/** Undefined for an event that this page does not know: a newer server may send other kinds and other subjects. */
function toMessage(kind: string | undefined, data: string) {
  if (!isKind(kind)) return undefined
  const { success, data: content } = streamEvents[kind].safeParse(JSON.parse(data))
  return success ? ({ kind, content } as StreamMessage) : undefined
}

function isKind(event: string | undefined): event is Kind {
  return event !== undefined && Object.hasOwn(streamEvents, event)
}
