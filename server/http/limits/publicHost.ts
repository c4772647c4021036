import type { Config } from '#server/config.ts'
import type { App } from '#server/http/app.ts'
import { HttpError } from '#server/http/errors.ts'
import { isLoopback } from '#server/mail/mailTransport.ts'

/** Load balancers ask these under an address of their own, or without a host (HTTP/1.0). */
const healthPaths = ['/healthz', '/readyz']

/**
 * With PUBLIC_URL, refuses requests for hosts other than those of the page and of its API: somebody else's
 * name leads to this server. Programs and proxies on this machine may call it by its loopback address.
 */
export function refuseOtherHosts(app: App, { publicUrl, apiOrigin }: Config) {
  if (publicUrl === undefined) return
  const hosts = [publicUrl, ...(apiOrigin ? [apiOrigin] : [])].map((url) => new URL(url).hostname)
  const message = `This server is at ${new URL(publicUrl).origin} only: open that address. If you run the server, let your proxy pass on the Host header, or correct PUBLIC_URL`
  app.addHook('onRequest', async ({ hostname, routeOptions }) => {
    const host = hostname.toLowerCase()
    if (hosts.includes(host) || isLoopback(host) || healthPaths.includes(routeOptions.url ?? '')) return
    // RFC 9110, 15.5.20
    throw new HttpError(421, 'invalid', message)
  })
}
