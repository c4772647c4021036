import { InvitationState } from '#contract/team.ts'
import { apiPaths } from '#web/api/apiPaths.ts'
import { send } from '#web/api/http.ts'

/** The company, role and state of an invitation. Rejects with a `Failure`: 404 for an unknown invitation. */
export async function fetchInvitationState(invitation: string) {
  const request = { url: apiPaths.invitationState, method: 'POST', body: { invitation } } as const
  const { data } = await send({ ...request, isPublic: true })
  return InvitationState.parse(data)
}
