import type { Invitation, Invite } from '#contract/accounts.ts'
import type { ChangeMember, ResetLink, Team, TeamMember } from '#contract/team.ts'
import { api } from '#web/api/api.ts'
import { apiPaths } from '#web/api/apiPaths.ts'

const teamApi = api.enhanceEndpoints({ addTagTypes: ['Team'] }).injectEndpoints({
  endpoints: (build) => ({
    // A background request: only its card shows a loading state.
    getTeam: build.query<Team, void>({
      query: () => ({ url: apiPaths.team, background: true }),
      providesTags: ['Team'],
    }),
    invite: build.mutation<Invitation, { invite: Invite; idempotencyKey: string }>({
      query: ({ invite, idempotencyKey }) => ({
        url: apiPaths.invitations,
        method: 'POST',
        body: invite,
        headers: { 'Idempotency-Key': idempotencyKey },
      }),
      invalidatesTags: (_response, error) => (error ? [] : ['Team']),
    }),
    // Refetch even after a refusal: the list was out of date.
    withdrawInvitation: build.mutation<unknown, string>({
      query: (id) => ({ url: apiPaths.invitation(id), method: 'DELETE' }),
      invalidatesTags: ['Team'],
    }),
    changeMember: build.mutation<TeamMember, { id: string; changes: ChangeMember }>({
      query: ({ id, changes }) => ({ url: apiPaths.teamMember(id), method: 'PATCH', body: changes }),
      invalidatesTags: ['Team'],
    }),
    createResetLink: build.mutation<ResetLink, string>({
      query: (id) => ({ url: apiPaths.resetLink(id), method: 'POST' }),
    }),
  }),
})

export const {
  useGetTeamQuery,
  useInviteMutation,
  useWithdrawInvitationMutation,
  useChangeMemberMutation,
  useCreateResetLinkMutation,
} = teamApi
