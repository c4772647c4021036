import type { Person } from '#server/test/people.ts'
import type { Call } from './routeCalls.ts'

/** Makes the call, and returns the status and body of the response. */
export async function statusOf(person: Person, route: string, call: Call, accessToken: string | undefined) {
  const [method, url] = route.split(' ') as ['GET' | 'POST' | 'PATCH' | 'DELETE', string]
  const headers = { ...(accessToken && { authorization: `Bearer ${accessToken}` }), ...call.headers }
  const response = await person.test.app.inject({
    method,
    url: url.replace(/:\w+/, call.id ?? '') + (call.query ?? ''),
    payload: call.payload ?? (method === 'POST' ? {} : undefined),
    headers,
    remoteAddress: call.remoteAddress,
    payloadAsStream: true,
  })
  const body = route.endsWith('/events') ? '' : Buffer.concat(await response.stream().toArray()).toString()
  response.stream().destroy()
  return { status: response.statusCode, body }
}
