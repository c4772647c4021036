import { z } from 'zod'
import { limits } from './limits.ts'
import { requiredText } from './text.ts'

/** A view of the list under a name: `query` is its address behind the `?`, without the page number. */
export const SavedView = z
  .object({
    _id: z.uuid(),
    name: z.string(),
    query: z.string(),
    isShared: z.boolean().describe('seen by the whole company; else by its maker alone'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'SavedView' })
export type SavedView = z.infer<typeof SavedView>

export const SaveView = z
  .object({
    name: requiredText(limits.view.name),
    query: z.string().max(limits.view.query),
    isShared: z.boolean().default(false).describe('only an owner may share'),
  })
  .meta({ id: 'SaveView' })
export type SaveView = z.infer<typeof SaveView>

export const ChangeView = z
  .object({ name: requiredText(limits.view.name), query: z.string().max(limits.view.query), isShared: z.boolean() })
  .partial()
  .meta({ id: 'ChangeView' })
export type ChangeView = z.infer<typeof ChangeView>
