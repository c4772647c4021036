import { createApi, type BaseQueryApi, type BaseQueryFn } from '@reduxjs/toolkit/query/react'
import type { Failure } from './errors.ts'
import { send } from './http.ts'
import { toFailure } from './toFailure.ts'
import type { Request } from './transport.ts'

interface QueryOptions {
  /** The screen keeps the earlier answer while a new one is fetched, so that nobody waits for it. */
  keepsShowing?: boolean
}

const request: BaseQueryFn<Request, unknown, Failure, QueryOptions> = async (asked, query, options) => {
  try {
    const background = asked.background ?? isRefresh(query, options)
    const { data } = await send({ signal: query.signal, ...asked, background })
    return { data }
  } catch (error) {
    return { error: toFailure(error) }
  }
}

/** Whether an answer to the same question is on the screen already. */
function isRefresh(query: BaseQueryApi, options: QueryOptions | undefined) {
  if (query.type === 'mutation') return false
  const { queries } = (query.getState() as { api: ReturnType<typeof api.reducer> }).api
  const answered = Object.values(queries).filter((entry) => entry?.data !== undefined)
  if (options?.keepsShowing) return answered.some((entry) => entry?.endpointName === query.endpoint)
  return queries[query.queryCacheKey ?? '']?.data !== undefined
}

/** The one client cache; each feature adds its endpoints. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: request,
  tagTypes: ['Enquiry', 'Thread', 'Views', 'Jobs'],
  endpoints: () => ({}),
})
