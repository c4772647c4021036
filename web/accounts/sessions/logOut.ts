import { apiPaths } from '#web/api/apiPaths.ts'
import { send } from '#web/api/http.ts'
import { clearStorage } from '#web/api/session/session.ts'

const logOutTimeoutMs = 3000

/** Ends the session in this browser even if the server is unreachable or slow. */
export async function logOut() {
  const ended = send({ url: apiPaths.logout, method: 'POST' }).catch(() => {})
  await Promise.race([ended, new Promise((resolve) => window.setTimeout(resolve, logOutTimeoutMs))])
  clearStorage()
}
