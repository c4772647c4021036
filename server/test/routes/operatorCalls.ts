import { randomUUID } from 'node:crypto'
import type { Call } from '#server/test/routes/routeCalls.ts'

/** Calls of the routes for operators, by people who are not operators. */
export const operatorCalls: Record<string, () => Call> = {
  'GET /api/operator': () => ({}),
  'GET /api/operator/advice': () => ({}),
  'GET /api/operator/backups': () => ({}),
  'GET /api/operator/backups/:name': () => ({ query: '?expires=9999999999&signature=guessed' }),
  'POST /api/operator/backups/:name/link': () => ({ payload: {} }),
  'POST /api/operator/tasks': () => ({ payload: { kind: 'backup' } }),
  'GET /api/operator/tasks/:id': () => ({ id: randomUUID() }),
  'GET /api/operator/mails': () => ({}),
  'POST /api/operator/mails/:id/place': () => ({ id: randomUUID(), payload: { company: 'acme' } }),
  'DELETE /api/operator/mails/:id': () => ({ id: randomUUID() }),
}
