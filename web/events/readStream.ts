import { createParser } from 'eventsource-parser'
import type { z } from 'zod'
import { streamEvents } from '#contract/events.ts'
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
  const silence = new AbortController()
  const stop = AbortSignal.any([signal, silence.signal])
  let timer = window.setTimeout(() => silence.abort(), longestSilenceMs)
  try {
    const stream = await openStream(after === undefined ? '/events' : `/events?after=${after}`, stop)
    const parser = createParser({ onEvent: ({ event, data }) => isKind(event) && onMessage(toMessage(event, data)) })
    const reader = stream.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      window.clearTimeout(timer)
      timer = window.setTimeout(() => silence.abort(), longestSilenceMs)
      parser.feed(value)
    }
  } finally {
    window.clearTimeout(timer)
  }
}

/** A newer server may send events that this page does not know yet. */
function isKind(event: string | undefined): event is Kind {
  return event !== undefined && event in streamEvents
}

function toMessage(kind: Kind, data: string) {
  return { kind, content: streamEvents[kind].parse(JSON.parse(data)) } as StreamMessage
}
