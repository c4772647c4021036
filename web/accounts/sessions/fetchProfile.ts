import { unreachable } from '#web/api/errors.ts'
import { send } from '#web/api/http.ts'
import { isUser } from '#web/api/session.ts'

/** The user that the stored token belongs to. Rejects with a `Failure` when the server refuses. */
export async function fetchProfile() {
  const { data } = await send({ url: '/auth/profile', background: true })
  if (!isUser(data)) throw unreachable
  return data
}
