import { fetchCode } from '#web/api/fetchCode.ts'

/** The list needs no client: its request is sent before any code has arrived (earlyResponses.ts). */
export async function fetchClient() {
  const { client } = await fetchCode(() => import('#web/api/client.ts'))
  return client
}

const hasEarlyResponses = Boolean(window.earlyResponses?.size)
// The first request of any other page need not wait for it. A failure is reported by the request, so this is without `fetchCode`.
if (!hasEarlyResponses) import('#web/api/client.ts').catch(() => {})
