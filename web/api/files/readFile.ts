import { isFailure, unreachable } from '#web/api/errors.ts'
import { counted } from '#web/api/loading.ts'
import { fetchClient } from '#web/api/opening/fetchClient.ts'
import { noteResponse } from '#web/api/reporting.ts'
import { retried } from '#web/api/retrying.ts'
import { confirmed } from '#web/api/session/confirmed.ts'
import { endSession } from '#web/api/session/endSession.ts'
import { renewToken, usableToken } from '#web/api/session/renewal.ts'
import { failureOf } from '#web/api/toFailure.ts'

interface WantedFile {
  url: string
  params?: object
  /** With a body, the request is a POST. A `File` is sent as CSV, anything else as JSON. */
  body?: object
  signal: AbortSignal
}

/**
 * A file that `read` reads while the server writes it, for the signed-in person. The request lasts until it has been read. Throws a
 * `Failure`.
 */
export function readFile<T>(wanted: WantedFile, read: (response: Response) => Promise<T>): Promise<T> {
  // It runs in the background: the caller shows its progress.
  return counted(true, async () => read(await open(wanted)))
}

async function open(wanted: WantedFile) {
  try {
    const { url, signal } = wanted
    const response = await confirmed(() => retried({ url, signal }, () => authorized(wanted)))
    noteResponse()
    return response
  } catch (error) {
    if (isFailure(error) && error.status === 401) endSession(error.message)
    throw error
  }
}

async function authorized(wanted: WantedFile) {
  const token = await usableToken()
  const response = await request(wanted, token)
  if (response.status !== 401 || !token) return accepted(response)
  return accepted(await request(wanted, await renewToken(token)))
}

async function request({ url, params, body, signal }: WantedFile, token: string | null) {
  const headers = {
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(body && { 'Content-Type': body instanceof File ? 'text/csv' : 'application/json' }),
  }
  const method = body ? 'POST' : 'GET'
  const content = body instanceof File ? body : body && JSON.stringify(body)
  const client = await fetchClient()
  try {
    return await fetch(client.getUri({ url, params }), { method, headers, body: content, signal })
  } catch (error) {
    if (signal.aborted) throw error
    throw unreachable
  }
}

async function accepted(response: Response) {
  if (response.ok && response.body) return response
  const body: unknown = await response.json().catch(() => undefined)
  throw failureOf(response.status, body, response.headers.get('retry-after'))
}
