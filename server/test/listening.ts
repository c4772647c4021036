import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { streamEvents } from '#contract/events.ts'
import type { Person } from './people.ts'
import type { TestApp } from './testApp.ts'

export type ReceivedEvent = { kind: string; content: any }

/** Listens to the event stream over a socket, as a browser does. */
export async function listen(
  person: Person,
  query = '',
  server: TestApp = person.test,
  headers: Record<string, string> = {},
) {
  const aborting = new AbortController()
  onTestFinished(() => aborting.abort())
  const response = await fetch(`${await addressOf(server)}/api/events${query}`, {
    headers: { ...headers, authorization: `Bearer ${person.accessToken}` },
    signal: aborting.signal,
  })
  const heard: ReceivedEvent[] = []
  const state = { isEnded: false }
  if (response.ok) void collect(response, heard).finally(() => (state.isEnded = true))
  return {
    response,
    heard,
    state,
    changes: () => heard.filter(({ kind }) => kind === 'change').map(({ content }) => content),
    presences: () => heard.filter(({ kind }) => kind === 'presence').map(({ content }) => content),
    leave: () => aborting.abort(),
  }
}

async function addressOf({ app }: TestApp) {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

async function collect(response: Response, heard: ReceivedEvent[]) {
  let rest = ''
  try {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + chunk).split('\n\n')
      rest = blocks.pop()!
      heard.push(...blocks.map(parseEvent).filter((each) => each !== undefined))
    }
  } catch (error) {
    // The stream ends when either side closes the connection. Any other error is a fault in what was received.
    const isCut = error instanceof Error && (error.name === 'AbortError' || error.message === 'terminated')
    if (!isCut) throw error
  }
}

function parseEvent(block: string): ReceivedEvent | undefined {
  const kind = /^event: (\w+)$/m.exec(block)?.[1] as keyof typeof streamEvents | undefined
  if (!kind) return undefined
  return { kind, content: streamEvents[kind].parse(JSON.parse(/^data: (.*)$/m.exec(block)![1]!)) }
}
