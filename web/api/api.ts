import { createApi, type BaseQueryApi, type BaseQueryFn } from '@reduxjs/toolkit/query/react'
import type { Failure } from './errors.ts'
import { send } from './http.ts'
import { toFailure } from './toFailure.ts'
import type { Request } from './transport.ts'

interface QueryOptions {
  /** The screen keeps showing the previous response during a refetch, so the refetch runs in the background. */
  keepsPrevious?: boolean
}

const request: BaseQueryFn<Request, unknown, Failure, QueryOptions> = async (args, query, options) => {
  try {
    const background = args.background ?? isRefresh(query, options)
    const { data } = await send({ signal: query.signal, ...args, background })
    return { data }
  } catch (error) {
    return { error: toFailure(error) }
  }
}

/** Whether the screen already shows a response to the same query. */
function isRefresh(query: BaseQueryApi, options: QueryOptions | undefined) {
  if (query.type === 'mutation') return false
  const { queries } = (query.getState() as { api: ReturnType<typeof api.reducer> }).api
  const answered = Object.values(queries).filter((entry) => entry?.data !== undefined)
  if (options?.keepsPrevious) return answered.some((entry) => entry?.endpointName === query.endpoint)
  return queries[query.queryCacheKey ?? '']?.data !== undefined
}

/** The only client cache; each feature adds its endpoints. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: request,
  tagTypes: ['Enquiry', 'Note', 'Thread', 'Views', 'Jobs'],
  endpoints: () => ({}),
})
