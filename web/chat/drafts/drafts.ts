import { z } from 'zod'
import type { Side } from '#contract/chat.ts'
import { EnquiryStatus } from '#contract/enquiries.ts'
import { unkeptKeys } from '#web/components/leaving/useUnkept.ts'
import type { FileEntry } from '#web/storage/database.ts'

/** The id that a text and files were sent with. Sent again, even after a reload, they are stored once. */
const Attempt = z.object({
  text: z.string(),
  /** The ids of the files. */
  files: z.array(z.string()).default([]),
  key: z.string(),
  enquiryStatus: EnquiryStatus.optional(),
  mentions: z.array(z.string()).optional(),
})
export type Attempt = z.infer<typeof Attempt>

const Entry: z.ZodType<FileEntry> = z.object({ id: z.string(), name: z.string(), type: z.string(), size: z.number() })

export const Draft = z.object({
  text: z.string(),
  /** The files whose bytes are in IndexedDB, under the key of the draft. */
  files: z.array(Entry).default([]),
  /** The ids of files that were removed, until IndexedDB has deleted them. */
  removed: z.array(z.string()).optional(),
  attempt: Attempt.optional(),
  /** The people who were chosen from the list of a note, in that order. */
  chosen: z.array(z.object({ _id: z.string(), name: z.string() })).optional(),
})
export type Draft = z.infer<typeof Draft>

export const noDraft: Draft = { text: '', files: [] }

/** The key in local storage of a person's draft in a thread. Each seat, the notes and the comment of a rating have their own. */
export function draftKey(userId: string, enquiryId: string, as: Side | 'note' | 'rating' = 'customer') {
  const key = `commentDraft:${userId}:${enquiryId}`
  return as === 'customer' ? key : `${key}:${as}`
}

/** Counts the drafts of a person that have text or files, on this device or only on this page. */
export function countDrafts(userId: string) {
  const kept = Object.keys(window.localStorage).filter((key) => {
    const { text, files } = readDraft(key)
    return text.trim() !== '' || files.length > 0
  })
  const keys = new Set([...kept, ...unkeptKeys()])
  return [...keys].filter((key) => key.startsWith(draftKey(userId, ''))).length
}

export function readDraft(key: string): Draft {
  try {
    return Draft.parse(JSON.parse(window.localStorage.getItem(key) ?? ''))
  } catch {
    return noDraft
  }
}

/** Two texts as paragraphs of one. */
export function joined(one: string, other: string) {
  return [one, other].filter((text) => text.trim()).join('\n\n')
}

/** Each file once. */
export function withEntries(files: FileEntry[], added: FileEntry[]) {
  return [...files, ...added.filter(({ id }) => files.every((file) => file.id !== id))]
}

/** Returns whether this device had room for the draft. A full storage must not keep people from writing. */
export function keepDraft(key: string, draft: Draft) {
  try {
    const isEmpty = !draft.text && draft.files.length === 0 && !draft.attempt && !draft.removed?.length
    if (isEmpty) window.localStorage.removeItem(key)
    else window.localStorage.setItem(key, JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}
