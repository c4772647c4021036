import type { App } from './app.ts'

/** Logs one line per request: caller, route, status and duration; never bodies, query strings or secrets. */
export function logRequests(app: App) {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, actor } = request
    request.log[reply.statusCode >= 500 ? 'error' : 'info'](
      {
        method,
        route: routeOptions.url ?? request.url.split('?')[0],
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime * 10) / 10,
        user: actor?.userId,
        company: actor?.companyId,
      },
      'request',
    )
  })
}
