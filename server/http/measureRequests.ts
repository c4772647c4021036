import { measurements } from '#server/measurements.ts'
import type { App } from './app.ts'

export function measureRequests(app: App) {
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    if (!measurements.request.isOn) return
    measurements.request.record({
      method,
      route: routeOptions.url,
      status: reply.statusCode,
      milliseconds: reply.elapsedTime,
      isStream: reply.getHeader('content-type') === 'text/event-stream',
    })
  })
}
