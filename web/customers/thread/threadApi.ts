import { Satisfaction, type RateEnquiry } from '#contract/customers/satisfaction.ts'
import { CustomerMessage, CustomerThread, ExpiredLink, MailedLink } from '#contract/customers/thread.ts'
import { apiPaths } from '#web/api/apiPaths.ts'
import { isFailure } from '#web/api/errors.ts'
import { counted } from '#web/api/loading.ts'
import { openStreamAs } from '#web/api/stream.ts'
import { toFailure } from '#web/api/toFailure.ts'
import { transmit, type Request } from '#web/api/transport.ts'
import { readEvents } from '#web/events/readStream.ts'

/**
 * The requests of the customer's page. They carry the token of its link and nothing of a session, so it does not matter who
 * is signed in in this browser. All throw a `Failure`.
 */
export async function request(token: string, asked: Request) {
  try {
    const headers = { ...asked.headers, ...authorized(token) }
    return (await counted(true, () => transmit({ ...asked, headers }, null))).data
  } catch (error) {
    throw toFailure(error)
  }
}

function authorized(token: string) {
  return { Authorization: `Customer ${token}` }
}

export async function fetchThread(token: string, before?: number) {
  return CustomerThread.parse(await request(token, { url: apiPaths.customerThread, params: { before } }))
}

export async function sendCustomerMessage(
  token: string,
  sent: Pick<Request, 'body' | 'headers' | 'onSent' | 'signal' | 'timeoutMs'>,
) {
  return CustomerMessage.parse(await request(token, { url: apiPaths.customerThread, method: 'POST', ...sent }))
}

export async function rate(token: string, body: RateEnquiry) {
  return Satisfaction.parse(await request(token, { url: apiPaths.customerRating, method: 'PUT', body }))
}

export async function markSeen(token: string, seq: number) {
  await request(token, { url: apiPaths.customerSeen, method: 'POST', body: { seq } })
}

/** Returns the masked address that a new link was mailed to. */
export async function mailLink(token: string) {
  return MailedLink.parse(await request(token, { url: apiPaths.customerLink, method: 'POST' })).address
}

/** Calls back with `hello` when the stream connects, and with `change` when there is something new. */
export function listen(token: string, signal: AbortSignal, onEvent: (kind: string | undefined) => void) {
  return readEvents((stop) => openStreamAs(`Customer ${token}`, apiPaths.customerEvents, stop), signal, onEvent)
}

/** The expired link, if that is why the request failed. */
export function expiredLinkOf(error: unknown) {
  if (!isFailure(error) || error.status !== 410) return undefined
  return ExpiredLink.safeParse(error.data).data
}
