import type { ChangeView, SavedView, SaveView } from '#contract/views.ts'
import { api } from '#web/api/api.ts'
import { apiPaths } from '#web/api/apiPaths.ts'

const viewApi = api.injectEndpoints({
  endpoints: (build) => ({
    listViews: build.query<SavedView[], void>({
      query: () => ({ url: apiPaths.views, background: true }),
      providesTags: ['Views'],
    }),
    saveView: build.mutation<SavedView, { body: SaveView; idempotencyKey: string }>({
      query: ({ body, idempotencyKey }) => ({
        url: apiPaths.views,
        method: 'POST',
        body,
        headers: { 'Idempotency-Key': idempotencyKey },
      }),
      invalidatesTags: ['Views'],
    }),
    changeView: build.mutation<SavedView, { id: string; body: ChangeView }>({
      query: ({ id, body }) => ({ url: apiPaths.view(id), method: 'PATCH', body }),
      invalidatesTags: ['Views'],
    }),
    removeView: build.mutation<null, string>({
      query: (id) => ({ url: apiPaths.view(id), method: 'DELETE' }),
      invalidatesTags: ['Views'],
    }),
  }),
})

export const { useListViewsQuery, useSaveViewMutation, useChangeViewMutation, useRemoveViewMutation } = viewApi
