import { apiPaths } from '#web/api/apiPaths.ts'
import { send } from '#web/api/http.ts'
import { toUser } from '#web/api/session/session.ts'

/** The user that the stored token belongs to. `quiet` if no person has caused it. Rejects with a `Failure` when the server refuses, or with an error if it sends no user. */
export async function fetchProfile(quiet: boolean) {
  const { data } = await send({ url: apiPaths.profile, background: true, quiet })
  const user = toUser(data)
  if (!user) throw new Error('The profile is not one that this version knows')
  return user
}
