import { send } from '#web/api/http.ts'
import { clearStorage } from '#web/api/session.ts'

const logOutTimeoutMs = 3000

/** Ends the session here even when the server is away, or takes long to answer. */
export async function logOut() {
  const ended = send({ url: '/auth/logout', method: 'POST' }).catch(() => {})
  await Promise.race([ended, new Promise((resolve) => window.setTimeout(resolve, logOutTimeoutMs))])
  clearStorage()
}
