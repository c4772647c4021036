import { beforeNextTry } from '#web/api/beforeNextTry.ts'
import { isFailure } from '#web/api/errors.ts'
import { eventInAllResponses, forgetEventNumbers, onResponseBefore } from '#web/api/opening/eventNumbers.ts'
import { onPicturesFailed } from '#web/components/pictureUrls.ts'
import { readLiveStatus, setLiveStatus, type LiveStatus } from './liveStatus.ts'
import { publishNews } from './news.ts'
import { allPresence, forgetPresence, notePresence } from './presence.ts'
import { readStream, type StreamMessage } from './readStream.ts'

/** Messages between tabs: the streaming tab shares its events and status, and a new tab asks for the current state. */
type Shared =
  | StreamMessage
  | { kind: 'status'; content: LiveStatus }
  | { kind: 'joined' }
  | { kind: 'position'; content: number }

/** A stream that ends earlier counts as a failure. */
const shortestStreamMs = 5000
/** Less than the number of any event. */
const noEvent = -1

/**
 * Receives the live events of a person's company until stopped. One tab of a browser holds the stream and shares its
 * events; when it closes, another tab continues after its last number.
 */
export function keepLive(userId: string) {
  const stopping = new AbortController()
  const tabs = new BroadcastChannel(`live:${userId}`)
  const position = positionOf(userId)
  startAt(eventInAllResponses(userId) ?? noEvent, position)
  const receive = (message: StreamMessage) => {
    take(message, position)
    share(tabs, message)
  }
  const showStatus = (status: LiveStatus) => {
    setLiveStatus(status)
    share(tabs, { kind: 'status', content: status })
  }
  let isStreaming = false
  // Until the tab with the stream has said where it is, this one may lack events before those that it hears of.
  let hasJoined = false
  const join = (no: number) => {
    hasJoined = true
    startAt(no, position)
  }
  tabs.addEventListener('message', ({ data }: MessageEvent<Shared>) => {
    if (data.kind === 'joined') {
      if (isStreaming) informNewTab(tabs, position.read())
    } else if (data.kind === 'status') setLiveStatus(data.content)
    else if (data.kind === 'position') join(data.content)
    else if (data.kind === 'hello' && !hasJoined) join(data.content.no)
    else if (data.kind === 'change' && !hasJoined) publishNews(data.content)
    else take(data, position)
  })
  const stream = async () => {
    isStreaming = true
    hasJoined = true
    // Tabs that have joined since the tab before closed have had no answer.
    informNewTab(tabs, position.read())
    await streamOn(position, receive, showStatus, stopping.signal)
  }
  const stopRenewing = onPicturesFailed(refetchAll)
  share(tabs, { kind: 'joined' })
  void alone(`live:${userId}`, stream, stopping.signal)
  return () => {
    stopping.abort()
    stopRenewing()
    forgetEventNumbers()
    tabs.close()
    setLiveStatus('joining')
    forgetPresence()
  }
}

/** The number of the last event that this tab received. It survives a reload. */
function positionOf(userId: string) {
  const key = `lastEvent:${userId}`
  return {
    userId,
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
      // A tab without a number starts at the current one.
      return position.read() === undefined && startAt(message.content.no, position)
    case 'reset':
      position.note(message.content.no)
      return refetchAll()
    case 'change':
      position.note(message.content.no)
      return publishNews(message.content)
    case 'presence':
      return notePresence(message.content)
    case 'leave':
      return undefined
  }
}

/** Receives the events after this one. The page's responses must contain it, those that are still on their way too. */
function startAt(no: number, position: Position) {
  if ((position.read() ?? noEvent) >= no) return
  position.note(no)
  if ((eventInAllResponses(position.userId) ?? no) < no) refetchAll()
  else onResponseBefore(no, refetchAll)
}

function refetchAll() {
  publishNews(null)
}

function informNewTab(tabs: BroadcastChannel, no: number | undefined) {
  share(tabs, { kind: 'status', content: readLiveStatus() })
  if (no !== undefined) share(tabs, { kind: 'position', content: no })
  for (const content of allPresence()) share(tabs, { kind: 'presence', content })
}

function share(tabs: BroadcastChannel, shared: Shared) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
  tabs.postMessage(shared)
}

/** Web Locks exist on secure origins only; elsewhere each tab has its own stream. */
async function alone(name: string, work: () => Promise<void>, signal: AbortSignal) {
  if (!navigator.locks) return work()
  await navigator.locks.request(name, { signal }, work).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}

async function streamOn(
  position: Position,
  receive: (message: StreamMessage) => void,
  showStatus: (status: LiveStatus) => void,
  signal: AbortSignal,
) {
  let failures = 0
  while (!signal.aborted) {
    const began = performance.now()
    const after = position.read()
    let isSentAway = false
    try {
      await readStream(
        after,
        (message) => {
          if (message.kind === 'hello') showStatus('live')
          // The stream starts at its current number, whatever another tab has said since.
          if (message.kind === 'hello' && after === undefined) startAt(message.content.no, position)
          if (message.kind === 'leave') isSentAway = true
          receive(message)
        },
        signal,
      )
    } catch (error) {
      if (isFailure(error) && error.status === 401) return
    }
    if (signal.aborted) return
    failures = performance.now() - began > shortestStreamMs ? 0 : failures + 1
    // Another server takes over within moments. If none does, the next attempt shows it.
    if (!isSentAway) showStatus('lost')
    await beforeNextTry(failures, signal)
  }
}
