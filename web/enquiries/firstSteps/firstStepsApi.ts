import type { ChangeFirstSteps, FirstSteps } from '#contract/firstSteps.ts'
import { api } from '#web/api/api.ts'
import { apiPaths } from '#web/api/apiPaths.ts'

const firstStepsApi = api.enhanceEndpoints({ addTagTypes: ['FirstSteps'] }).injectEndpoints({
  endpoints: (build) => ({
    getFirstSteps: build.query<FirstSteps, void>({
      query: () => ({ url: apiPaths.firstSteps, background: true, quiet: true }),
      providesTags: ['FirstSteps'],
    }),
    changeFirstSteps: build.mutation<null, ChangeFirstSteps>({
      query: (body) => ({ url: apiPaths.firstSteps, method: 'PATCH', body }),
      invalidatesTags: ['FirstSteps'],
    }),
  }),
})

export const { useGetFirstStepsQuery, useChangeFirstStepsMutation } = firstStepsApi
