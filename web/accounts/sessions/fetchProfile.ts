import { User } from '#contract/accounts.ts'
import { send } from '#web/api/http.ts'

/** The user that the stored token belongs to. Rejects with a `Failure` when the server refuses. */
export async function fetchProfile() {
  const { data } = await send({ url: '/auth/profile', background: true })
  return User.parse(data)
}
