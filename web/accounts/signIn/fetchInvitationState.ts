import { InvitationState } from '#contract/team.ts'
import { send } from '#web/api/http.ts'

/** What an invitation is good for. Rejects with a `Failure`: 404 for one that nobody made. */
export async function fetchInvitationState(invitation: string) {
  const request = { url: '/invitations/state', method: 'POST', body: { invitation } } as const
  const { data } = await send({ ...request, anonymous: true, quiet: true })
  return InvitationState.parse(data)
}
