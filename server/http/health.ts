import type { Db } from '#server/database/database.ts'
import { HttpError } from '#server/http/errors.ts'
import type { App } from './app.ts'

/** `/healthz`: the process answers. `/readyz`: it also has its database, and has not been asked to stop. */
export function healthRoutes(app: App, { guardDb, stopping }: { guardDb: Db; stopping: AbortSignal }) {
  app.get('/healthz', { logLevel: 'warn' }, async () => ({ status: 'ok' }))
  app.get('/readyz', { logLevel: 'warn' }, async () => {
    if (stopping.aborted) throw new HttpError(503, 'unavailable', 'The server is stopping')
    await guardDb`select 1`.catch((error: unknown) => {
      app.log.error({ err: error }, 'not ready')
      throw new HttpError(503, 'unavailable', 'The database does not answer')
    })
    return { status: 'ready' }
  })
}
