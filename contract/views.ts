import { z } from 'zod'
import { limits } from './limits.ts'
import { requiredText } from './text.ts'

/** A named view of the list. `query` is the part of its URL after `?`, without the page number. */
export const SavedView = z
  .object({
    _id: z.uuid(),
    name: z.string(),
    query: z.string(),
    isShared: z.boolean().describe('Visible to the whole company if true, otherwise only to its creator.'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'SavedView' })
export type SavedView = z.infer<typeof SavedView>

export const SaveView = z
  .object({
    name: requiredText(limits.view.name),
    query: z.string().max(limits.view.query),
    isShared: z.boolean().default(false).describe('Only an owner may share a view.'),
  })
  .meta({ id: 'SaveView' })
export type SaveView = z.infer<typeof SaveView>

export const ChangeView = z
  .object({ name: requiredText(limits.view.name), query: z.string().max(limits.view.query), isShared: z.boolean() })
  .partial()
  .meta({ id: 'ChangeView' })
export type ChangeView = z.infer<typeof ChangeView>
