import type { Invitation, Invite } from '#contract/accounts.ts'
import type { ChangeMember, Team, TeamMember } from '#contract/team.ts'
import { api } from '#web/api/api.ts'

const teamApi = api.enhanceEndpoints({ addTagTypes: ['Team'] }).injectEndpoints({
  endpoints: (build) => ({
    // In the background: its card shows that it waits, and nothing else has to.
    getTeam: build.query<Team, void>({
      query: () => ({ url: '/team', background: true }),
      providesTags: ['Team'],
    }),
    invite: build.mutation<Invitation, { invite: Invite; idempotencyKey: string }>({
      query: ({ invite, idempotencyKey }) => ({
        url: '/invitations',
        method: 'POST',
        body: invite,
        headers: { 'Idempotency-Key': idempotencyKey },
      }),
      invalidatesTags: (_answer, error) => (error ? [] : ['Team']),
    }),
    // After a refusal too: what is shown was out of date.
    withdrawInvitation: build.mutation<unknown, string>({
      query: (id) => ({ url: `/invitations/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Team'],
    }),
    changeMember: build.mutation<TeamMember, { id: string; changes: ChangeMember }>({
      query: ({ id, changes }) => ({ url: `/team/${id}`, method: 'PATCH', body: changes }),
      invalidatesTags: ['Team'],
    }),
  }),
})

export const { useGetTeamQuery, useInviteMutation, useWithdrawInvitationMutation, useChangeMemberMutation } = teamApi
