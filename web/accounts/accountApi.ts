import type { ChangePassword, SessionEntry, UpdateUser, User } from '#contract/accounts.ts'
import { api } from '#web/api/api.ts'

const accountApi = api.enhanceEndpoints({ addTagTypes: ['Sessions'] }).injectEndpoints({
  endpoints: (build) => ({
    updateUser: build.mutation<User, UpdateUser>({
      query: (body) => ({ url: '/users', method: 'PATCH', body }),
    }),
    sendConfirmation: build.mutation<unknown, void>({
      query: () => ({ url: '/auth/confirmation', method: 'POST' }),
    }),
    changePassword: build.mutation<unknown, ChangePassword>({
      query: (body) => ({ url: '/auth/password', method: 'POST', body }),
      // The server ends the other sessions.
      invalidatesTags: (_answer, error) => (error ? [] : ['Sessions']),
    }),
    // In the background: its card shows that it waits, and nothing else has to.
    listSessions: build.query<SessionEntry[], void>({
      query: () => ({ url: '/auth/sessions', background: true }),
      providesTags: ['Sessions'],
    }),
    // After a refusal too: a session that is not there any more has no place in the list.
    endSession: build.mutation<unknown, string>({
      query: (id) => ({ url: `/auth/sessions/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Sessions'],
    }),
  }),
})

export const {
  useUpdateUserMutation,
  useSendConfirmationMutation,
  useChangePasswordMutation,
  useListSessionsQuery,
  useEndSessionMutation,
} = accountApi
