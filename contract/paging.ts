import { z } from 'zod'
import { limits } from './limits.ts'
import { countPages } from './paging/countPages.ts'

/** Every response: a message for people and the data. Calls that the user did not make return no message. */
export function envelope<T extends z.ZodType>(data: T) {
  return z.object({ message: z.string().optional(), data })
}

export const PageQuery = z.object({
  page: z.coerce.number().int().min(1).max(limits.page.last).default(1),
  limit: z.coerce.number().int().min(1).max(limits.page.maxSize).default(limits.page.size),
})

export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({
    docs: z.array(item),
    totalDocs: z.number().int(),
    totalIsMore: z.boolean().describe('True if there are more than `totalDocs`; the rest are not counted.'),
    limit: z.number().int(),
    page: z.number().int(),
    totalPages: z.number().int(),
    hasNextPage: z.boolean(),
    hasPrevPage: z.boolean(),
    nextCursor: z.string().nullable().describe('The `cursor` for the page after the last row; null at the end.'),
  })
}

/** A page with its numbers, computed from its rows and the total. */
export function toPage<T>(
  docs: T[],
  totalDocs: number,
  { page, limit, cursor }: z.infer<typeof PageQuery> & { cursor?: string },
  { totalIsMore = false, nextCursor = null }: { totalIsMore?: boolean; nextCursor?: string | null } = {},
) {
  const totalPages = countPages(totalDocs, limit)
  const numbers = { totalDocs, totalIsMore, limit, page, totalPages }
  const hasNextPage = nextCursor !== null || (cursor === undefined && page < totalPages)
  return { docs, ...numbers, hasNextPage, hasPrevPage: page > 1, nextCursor }
}
