import { isRejectedWithValue, type Middleware } from '@reduxjs/toolkit'
import { createApi, type BaseQueryApi, type BaseQueryFn } from '@reduxjs/toolkit/query/react'
import type { Failure } from './errors.ts'
import { send } from './http.ts'
import { isReportable, reportFailure } from './reporting.ts'
import { toFailure } from './toFailure.ts'
import type { Request } from './transport.ts'

interface QueryOptions {
  /** The screen keeps showing the previous response during a refetch, so the refetch runs in the background. */
  keepsPrevious?: boolean
}

interface ResponseFacts {
  /** The request was to show no toasts. */
  quiet?: boolean
  /** Of a success. */
  message?: string
}

const request: BaseQueryFn<Request, unknown, Failure, QueryOptions, ResponseFacts> = async (args, query, options) => {
  const { quiet } = args
  try {
    const background = args.background ?? isRefresh(query, options)
    const isQuery = query.type === 'query'
    const { data, message } = await send({ signal: query.signal, ...args, background, quiet: quiet || isQuery })
    return { data, meta: { quiet, message } }
  } catch (error) {
    return { error: toFailure(error), meta: { quiet } }
  }
}

/**
 * Shows why a part of the page that a person has opened could not be loaded: its component has subscribed to the query, or
 * asks for a further page of it. Refetches by events, polls and writes do neither, and fail without a toast.
 */
export const reportOpenedParts: Middleware = () => (next) => (action) => {
  if (isRejectedWithValue(action) && isReportable(action.payload) && isOpened(action.meta))
    reportFailure(action.payload.message)
  return next(action)
}

function isOpened(meta: object) {
  const { arg, baseQueryMeta } = meta as {
    arg: { type: string; subscribe?: boolean; direction?: string }
    baseQueryMeta?: ResponseFacts
  }
  return arg.type === 'query' && (arg.subscribe || arg.direction) && !baseQueryMeta?.quiet
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
