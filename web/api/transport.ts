import axios, { isAxiosError } from 'axios'
import type { ErrorCode } from '#contract/errors.ts'
import { noteServerTime } from './clock.ts'
import { unreachable } from './errors.ts'
import { apiSettings } from './settings.ts'

export interface Request {
  url: string
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  params?: object
  body?: unknown
  headers?: Record<string, string>
  /** Told, as the body goes out, which share of it has gone: 0 to 1. */
  onSent?: (share: number) => void
  /** Nobody waits for it. */
  background?: boolean
  /** Made by the page on its own: nobody is told of a failure. */
  quiet?: boolean
  /** A failure that is dealt with where it was met, and not told besides. */
  expects?: ErrorCode
  /** How long to wait for the answer, in milliseconds; by default as long as it takes. */
  timeoutMs?: number
  /** Called off: nobody is told of it. */
  signal?: AbortSignal
  /** Sent in this user's name or not at all. */
  by?: string
  /** Whoever sends it tries again: when the server is busy, the failure is passed on at once. */
  retriesItself?: boolean
  /** Made by somebody who is not signed in yet: without a token, and a 401 does not end a session. */
  anonymous?: boolean
}

export interface Answer {
  message?: string
  data: unknown
}

export const client = axios.create({
  baseURL: apiSettings.baseUrl,
  timeout: apiSettings.timeout,
  // A name for each of several values, as a form sends them.
  paramsSerializer: { indexes: null },
})

/** One request over the wire, and nothing more. */
export async function transmit(request: Request, token: string | null): Promise<Answer> {
  const { url, method = 'GET', params, body: data, headers, onSent, timeoutMs, signal } = request
  try {
    const authorization = token ? { Authorization: `Bearer ${token}` } : {}
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
    // Where the connection broke in the head of an answer, a browser passes on what came as a whole one.
    if (typeof response.data !== 'object') throw unreachable
    return response.data
  } catch (error) {
    if (isAxiosError(error)) noteServerTime(error.response?.headers['date'])
    throw error
  }
}
