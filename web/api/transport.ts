import { unreachable, type Failure } from './errors.ts'
import { takeEarlyResponse } from './opening/earlyResponses.ts'
import { noteEventNumber } from './opening/eventNumbers.ts'
import { fetchClient } from './opening/fetchClient.ts'
import { noteServerTime } from './session/clock.ts'
import { isAxiosError } from './toFailure.ts'

export interface Request {
  url: string
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  params?: object
  body?: unknown
  headers?: Record<string, string>
  /** Called during an upload with the share that has been sent, 0 to 1. */
  onSent?: (share: number) => void
  /** Does not show the loading indicator. */
  background?: boolean
  /** Shows no toasts: no person caused the request. */
  quiet?: boolean
  /** Whether a refusal is no error yet: the caller goes on, or reports it. */
  isExpected?: (refusal: Failure) => boolean
  /** The caller shows the message of the success in a toast of its own. */
  showsSuccess?: boolean
  /** How long to wait for the response; by default without limit. */
  timeoutMs?: number
  /** Cancels the request, without a toast. */
  signal?: AbortSignal
  /** Sends the request only while this user is signed in. */
  by?: string
  /** The caller retries: a busy server is a failure at once. */
  retriesItself?: boolean
  /** Needs no session: its token is not renewed first, and its 401 ends no session. */
  isPublic?: boolean
}

export interface ApiResponse {
  message?: string
  data: unknown
}

/** Sends one request, without retries or toasts. */
export async function transmit(request: Request, token: string | null): Promise<ApiResponse> {
  const { url, method = 'GET', params, body: data, headers, onSent, timeoutMs, signal, isPublic } = request
  try {
    const authorization = token ? { Authorization: `Bearer ${token}` } : {}
    const early = method === 'GET' ? await takeEarlyResponse(request, token) : undefined
    if (early && !signal?.aborted) {
      noteEventNumber(early.headers['x-last-event'])
      return early.data
    }
    const client = await fetchClient()
    const response = await client.request({
      url,
      method,
      params,
      data,
      timeout: timeoutMs,
      signal,
      headers: { ...headers, ...authorization },
      onUploadProgress: onSent && (({ progress = 0 }) => onSent(progress)),
    })
    noteServerTime(response.headers['date'])
    if (token && !isPublic) noteEventNumber(response.headers['x-last-event'])
    // If the connection breaks inside the headers, Chromium reports a complete response without content.
    if (typeof response.data !== 'object') throw unreachable
    return response.data
  } catch (error) {
    if (isAxiosError(error)) noteServerTime(error.response?.headers['date'])
    throw error
  }
}
