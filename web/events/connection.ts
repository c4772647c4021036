import { beforeNextTry } from '#web/api/beforeNextTry.ts'
import { isFailure } from '#web/api/errors.ts'
import { onPicturesFailed } from '#web/components/pictureUrls.ts'
import { readLiveStatus, setLiveStatus, type LiveStatus } from './liveStatus.ts'
import { tellNews } from './news.ts'
import { allPresence, forgetPresence, notePresence } from './presence.ts'
import { readStream, type StreamMessage } from './readStream.ts'

/** What the tab that streams tells the others; a tab that has just come asks where things stand. */
type Shared =
  | StreamMessage
  | { kind: 'status'; content: LiveStatus }
  | { kind: 'asking' }
  | { kind: 'standing'; content: number }

/** A stream that ends earlier than this, in milliseconds, was not a good one. */
const goodStream = 5000

/**
 * Hears the live events of a person's company for as long as it is not stopped. Of all tabs of a browser one
 * streams and shares; when it goes, another goes on from the last number it has.
 */
export function keepLive(userId: string) {
  const stopping = new AbortController()
  const tabs = new BroadcastChannel(`live:${userId}`)
  const position = positionOf(userId)
  const hear = (message: StreamMessage) => {
    take(message, position)
    share(tabs, message)
  }
  const showStatus = (status: LiveStatus) => {
    setLiveStatus(status)
    share(tabs, { kind: 'status', content: status })
  }
  let isStreaming = false
  tabs.addEventListener('message', ({ data }: MessageEvent<Shared>) => {
    if (data.kind === 'asking') {
      if (isStreaming) answerNewTab(tabs, position.read())
    } else if (data.kind === 'status') setLiveStatus(data.content)
    else if (data.kind === 'standing') stand(data.content, position)
    else take(data, position)
  })
  const stream = async () => {
    isStreaming = true
    await streamOn(position, hear, showStatus, stopping.signal)
  }
  const stopRenewing = onPicturesFailed(() => tellNews(null))
  share(tabs, { kind: 'asking' })
  void alone(`live:${userId}`, stream, stopping.signal)
  return () => {
    stopping.abort()
    stopRenewing()
    tabs.close()
    setLiveStatus('joining')
    forgetPresence()
  }
}

/** The number of the last event that this tab knows of, also over a reload. */
function positionOf(userId: string) {
  const key = `lastEvent:${userId}`
  return {
    read: () => {
      const kept = window.sessionStorage.getItem(key)
      return kept === null ? undefined : Number(kept)
    },
    note: (no: number) => window.sessionStorage.setItem(key, String(no)),
  }
}

type Position = ReturnType<typeof positionOf>

function take(message: StreamMessage, position: Position) {
  switch (message.kind) {
    case 'hello':
      forgetPresence()
      // Without a number of one's own nothing that was missed could be told.
      return position.read() === undefined && stand(message.content.no, position)
    case 'reset':
      position.note(message.content.no)
      return tellNews(null)
    case 'change':
      position.note(message.content.no)
      return tellNews(message.content)
    case 'presence':
      return notePresence(message.content)
  }
}

/** A tab that has come knows what it has loaded, but not what happened between that and now. */
function stand(no: number, position: Position) {
  if (position.read() === no) return
  position.note(no)
  tellNews(null)
}

function answerNewTab(tabs: BroadcastChannel, no: number | undefined) {
  share(tabs, { kind: 'status', content: readLiveStatus() })
  if (no !== undefined) share(tabs, { kind: 'standing', content: no })
  for (const content of allPresence()) share(tabs, { kind: 'presence', content })
}

function share(tabs: BroadcastChannel, shared: Shared) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
  tabs.postMessage(shared)
}

/** Locks exist on secure origins only; without them each tab streams for itself. */
async function alone(name: string, work: () => Promise<void>, signal: AbortSignal) {
  if (!navigator.locks) return work()
  await navigator.locks.request(name, { signal }, work).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}

async function streamOn(
  position: Position,
  hear: (message: StreamMessage) => void,
  showStatus: (status: LiveStatus) => void,
  signal: AbortSignal,
) {
  let failures = 0
  while (!signal.aborted) {
    const began = performance.now()
    try {
      await readStream(
        position.read(),
        (message) => {
          if (message.kind === 'hello') showStatus('live')
          hear(message)
        },
        signal,
      )
    } catch (error) {
      if (isFailure(error) && error.status === 401) return
    }
    if (signal.aborted) return
    failures = performance.now() - began > goodStream ? 0 : failures + 1
    showStatus('lost')
    await beforeNextTry(failures, signal)
  }
}
