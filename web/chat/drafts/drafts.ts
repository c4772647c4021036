import { z } from 'zod'
import type { Side } from '#contract/chat.ts'
import { EnquiryStatus } from '#contract/enquiries.ts'

/** The id under which words were sent: sent again, even after a reload, they are stored once. */
const Attempt = z.object({ text: z.string(), key: z.string(), enquiryStatus: EnquiryStatus.optional() })
export type Attempt = z.infer<typeof Attempt>

export const Draft = z.object({ text: z.string(), attempt: Attempt.optional() })
export type Draft = z.infer<typeof Draft>

export const noDraft: Draft = { text: '' }

/** Where this device keeps what a person has begun to write to a thread: in each seat, and as a note. */
export function draftKey(userId: string, enquiryId: string, as: Side | 'note' = 'customer') {
  const key = `commentDraft:${userId}:${enquiryId}`
  return as === 'customer' ? key : `${key}:${as}`
}

/** How many threads this person has begun to write to. */
export function countDrafts(userId: string) {
  const keys = Object.keys(window.localStorage).filter((key) => key.startsWith(draftKey(userId, '')))
  return keys.filter((key) => readDraft(key).text.trim()).length
}

export function readDraft(key: string): Draft {
  try {
    return Draft.parse(JSON.parse(window.localStorage.getItem(key) ?? ''))
  } catch {
    return noDraft
  }
}

/** Whether this device had room for it; a full storage must not keep anybody from writing. */
export function keepDraft(key: string, draft: Draft) {
  try {
    if (draft.text) window.localStorage.setItem(key, JSON.stringify(draft))
    else window.localStorage.removeItem(key)
    return true
  } catch {
    return false
  }
}
