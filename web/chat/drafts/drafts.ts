import { z } from 'zod'
import type { Side } from '#contract/chat.ts'
import { EnquiryStatus } from '#contract/enquiries.ts'

/** The id that a text was sent with. Sent again, even after a reload, it is stored once. */
const Attempt = z.object({ text: z.string(), key: z.string(), enquiryStatus: EnquiryStatus.optional() })
export type Attempt = z.infer<typeof Attempt>

export const Draft = z.object({ text: z.string(), attempt: Attempt.optional() })
export type Draft = z.infer<typeof Draft>

export const noDraft: Draft = { text: '' }

/** The key in local storage of a person's draft in a thread. Each seat and the notes have their own. */
export function draftKey(userId: string, enquiryId: string, as: Side | 'note' = 'customer') {
  const key = `commentDraft:${userId}:${enquiryId}`
  return as === 'customer' ? key : `${key}:${as}`
}

/** Counts the drafts of a person that have text. */
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

/** Adds a text to the end of a draft. Returns whether this device had room for it. */
export function moveText(text: string, key: string) {
  if (!text.trim()) return true
  const { text: there } = readDraft(key)
  return keepDraft(key, { text: there.trim() ? `${there}\n\n${text}` : text })
}

/** Returns whether this device had room for the draft. A full storage must not keep people from writing. */
export function keepDraft(key: string, draft: Draft) {
  try {
    if (draft.text) window.localStorage.setItem(key, JSON.stringify(draft))
    else window.localStorage.removeItem(key)
    return true
  } catch {
    return false
  }
}
