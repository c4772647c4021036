import { unreachable, type Failure } from './errors.ts'
import { counted } from './loading.ts'
import { endSession } from './session/endSession.ts'
import { renewToken, sessionEnded, usableToken } from './session/renewal.ts'
import { apiSettings } from './settings.ts'
import { toFailure } from './toFailure.ts'

/** Opens an event stream for the signed-in person. Throws a `Failure`; a 401 ends the session. */
export async function openStream(path: string, signal: AbortSignal): Promise<ReadableStream<string>> {
  try {
    const { body } = await authorized(path, signal)
    return body!.pipeThrough(new TextDecoderStream())
  } catch (error) {
    // A failed renewal throws an axios error.
    const failure = toFailure(error)
    if (failure.status === 401) endSession(sessionEnded.message)
    throw failure
  }
}

async function authorized(path: string, signal: AbortSignal) {
  const token = await usableToken()
  const response = await request(path, token, signal)
  if (response.status !== 401 || !token) return accepted(response)
  return accepted(await request(path, await renewToken(token), signal))
}

/** Opens an event stream with this authorization, whoever is signed in. Throws a `Failure`. */
export async function openStreamAs(authorization: string, path: string, signal: AbortSignal) {
  const { body } = accepted(await requestAs(authorization, path, signal))
  return body!.pipeThrough(new TextDecoderStream())
}

function request(path: string, token: string | null, signal: AbortSignal) {
  return requestAs(token && `Bearer ${token}`, path, signal)
}

async function requestAs(authorization: string | null, path: string, signal: AbortSignal) {
  try {
    const headers = { Accept: 'text/event-stream', ...(authorization && { Authorization: authorization }) }
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

/** Posts while the page unloads, without waiting for the response. */
export function postOnUnload(path: string, token: string | null, body: object) {
  if (!token) return
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
  // The page is gone: there is nobody to show a failure to.
  counted(true, () =>
    fetch(`${apiSettings.baseUrl}${path}`, { method: 'POST', keepalive: true, headers, body: JSON.stringify(body) }),
  ).catch(() => undefined)
}
