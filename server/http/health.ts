import type { Db } from '#server/database/database.ts'
import type { App } from './app.ts'
import { HttpError } from './errors.ts'

/** `/healthz`: the process is alive. `/readyz`: its database responds, and it is not stopping. */
export function healthRoutes(app: App, { guardDb, stopping }: { guardDb: Db; stopping: AbortSignal }) {
  let asked: Promise<unknown> | undefined
  // Anyone may ask, in the pool of the sessions: simultaneous requests share one query.
  const ask = () => (asked ??= guardDb`select 1`.finally(() => (asked = undefined)))

  app.get('/healthz', { logLevel: 'warn' }, async () => ({ status: 'ok' }))
  app.get('/readyz', { logLevel: 'warn' }, async () => {
    if (stopping.aborted) throw new HttpError(503, 'unavailable', 'The server is stopping')
    await ask().catch((error: unknown) => {
      app.log.error({ err: error }, 'not ready')
      throw new HttpError(503, 'unavailable', 'The database is not responding')
    })
    return { status: 'ready' }
  })
}
