import { User } from '#contract/accounts.ts'
import { send } from '#web/api/http.ts'

/** Whose token it is. Rejects with a `Failure` when the server refuses. */
export async function fetchProfile() {
  const { data } = await send({ url: '/auth/profile', background: true })
  return User.parse(data)
}
