import { endSession } from './endSession.ts'
import { unreachable, type Failure } from './errors.ts'
import { renewToken, sessionEnded, usableToken } from './renewal.ts'
import { apiSettings } from './settings.ts'
import { toFailure } from './toFailure.ts'

/** Opens an answer that goes on, for whoever is signed in. Throws a `Failure`; a 401 ends the session here too. */
export async function openStream(path: string, signal: AbortSignal): Promise<ReadableStream<string>> {
  try {
    const { body } = await authorized(path, signal)
    return body!.pipeThrough(new TextDecoderStream())
  } catch (error) {
    // Also that of the renewal, which is one of another kind.
    const failure = toFailure(error)
    if (failure.status === 401) endSession(sessionEnded.message)
    throw failure
  }
}

async function authorized(path: string, signal: AbortSignal) {
  const token = await usableToken()
  const response = await ask(path, token, signal)
  if (response.status !== 401 || !token) return accepted(response)
  return accepted(await ask(path, await renewToken(token), signal))
}

async function ask(path: string, token: string | null, signal: AbortSignal) {
  try {
    const headers = { Accept: 'text/event-stream', ...(token && { Authorization: `Bearer ${token}` }) }
    return await fetch(`${apiSettings.baseUrl}${path}`, { headers, signal, cache: 'no-store' })
  } catch (error) {
    if (signal.aborted) throw error
    throw unreachable
  }
}

function accepted(response: Response) {
  const { status } = response
  if (response.ok && response.body) return response
  const refused: Failure = {
    status,
    code: status === 401 ? 'unauthenticated' : 'unavailable',
    message: 'No live updates',
  }
  throw refused
}

/** Tells the server something while the page goes away, which cannot wait for an answer. */
export function tellInPassing(path: string, token: string | null, body: object) {
  if (!token) return
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
  // That it did not arrive nobody is left to be told.
  fetch(`${apiSettings.baseUrl}${path}`, {
    method: 'POST',
    keepalive: true,
    headers,
    body: JSON.stringify(body),
  }).catch(() => undefined)
}
