import { apiSettings } from '#web/api/settings.ts'
import type { ApiResponse, Request } from '#web/api/transport.ts'

declare global {
  interface Window {
    /** The requests that the page has sent before its code arrived, by address; web/index.html sends them. */
    earlyResponses?: Map<string, { token: string; response: Promise<Response> }>
  }
}

/** Whether the server accepted all early requests, once it has answered. */
export async function haveEarlyResponsesSucceeded() {
  const requests = [...(window.earlyResponses?.values() ?? [])]
  const isAccepted = ({ response }: (typeof requests)[number]) =>
    response.then(
      ({ ok }) => ok,
      () => false,
    )
  return (await Promise.all(requests.map(isAccepted))).every(Boolean)
}

/** The response to an early request with this token. Undefined if there was none, if it has been taken, or if it failed. */
export async function takeEarlyResponse({ url, params = {} }: Request, token: string | null) {
  const address = addressOf(url, params)
  const early = window.earlyResponses?.get(address)
  if (!early || early.token !== token) return undefined
  window.earlyResponses!.delete(address)
  try {
    const response = await early.response
    if (!response.ok) return undefined
    const data: ApiResponse = await response.json()
    return { data, headers: Object.fromEntries(response.headers) }
  } catch {
    // The request is sent again, in the usual way.
    return undefined
  }
}

function addressOf(url: string, params: object) {
  const given = Object.entries(params).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return apiSettings.baseUrl + url + (query && `?${query}`)
}
