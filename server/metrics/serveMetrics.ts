import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listenError } from '#server/listenError.ts'

/**
 * Serves what `render` returns at `/metrics`. Scrapes that arrive together share it. Throws a StartError that says what to do if
 * the server cannot listen there.
 */
export async function serveMetrics(
  { host, port }: { host: string; port: number },
  contentType: string,
  render: () => Promise<string>,
) {
  let rendering: Promise<string> | undefined
  const respond = async ({ method = '', url = '' }: IncomingMessage, response: ServerResponse) => {
    if (url.split('?')[0] !== '/metrics') return response.writeHead(404).end('The metrics are at /metrics.\n')
    if (!['GET', 'HEAD'].includes(method)) return response.writeHead(405, { allow: 'GET, HEAD' }).end()
    rendering ??= render().finally(() => (rendering = undefined))
    return response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(await rendering)
  }
  const server = createServer((request, response) => {
    respond(request, response).catch((error: Error) => response.writeHead(500).end(`${error.message}\n`))
  })
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    throw listenError(error as NodeJS.ErrnoException, { host, port }, { host: 'METRICS_HOST', port: 'METRICS_PORT' })
  }
  const name = host.includes(':') ? `[${host}]` : host
  return {
    url: `http://${name}:${(server.address() as AddressInfo).port}/metrics`,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
