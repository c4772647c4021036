import type { ChangePassword, SessionEntry, UpdateUser, User } from '#contract/accounts.ts'
import { api } from '#web/api/api.ts'
import { apiPaths } from '#web/api/apiPaths.ts'

const accountApi = api.enhanceEndpoints({ addTagTypes: ['Sessions'] }).injectEndpoints({
  endpoints: (build) => ({
    updateUser: build.mutation<User, UpdateUser>({
      query: (body) => ({ url: apiPaths.users, method: 'PATCH', body }),
    }),
    sendConfirmation: build.mutation<unknown, void>({
      query: () => ({ url: apiPaths.confirmation, method: 'POST' }),
    }),
    changePassword: build.mutation<unknown, ChangePassword>({
      query: (body) => ({ url: apiPaths.password, method: 'POST', body }),
      // The server ends the other sessions.
      invalidatesTags: (_response, error) => (error ? [] : ['Sessions']),
    }),
    // A background request: only its card shows a loading state.
    listSessions: build.query<SessionEntry[], void>({
      query: () => ({ url: apiPaths.sessions, background: true }),
      providesTags: ['Sessions'],
    }),
    // Refetch even after a refusal: the session may already be gone.
    endSession: build.mutation<unknown, string>({
      query: (id) => ({ url: apiPaths.session(id), method: 'DELETE' }),
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
