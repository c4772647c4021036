import { forgetDraft, keepDraft, listKeptDrafts } from '#web/storage/keptDrafts.ts'
import { Draft, draftKey, keepDraft as writeDraft, readDraft } from './drafts.ts'

const prefix = 'commentDraft:'
const subject = 'comment'

/** Logging out clears local storage: what others have begun to write on this device is kept elsewhere meanwhile. */
export async function putDraftsAway(leavingId: string) {
  const keys = Object.keys(window.localStorage).filter((key) => key.startsWith(prefix))
  const others = keys.filter((key) => !key.startsWith(draftKey(leavingId, '')))
  await Promise.all(others.map(putAway))
}

function putAway(key: string) {
  const userId = key.slice(prefix.length).split(':')[0]!
  return keepDraft({ id: key, userId, subject, savedAt: Date.now(), content: readDraft(key) })
}

/** What a person has begun to write is where it was, before what stands there by now. */
export async function bringDraftsBack(userId: string) {
  const drafts = await listKeptDrafts(userId)
  for (const { id: key, content } of drafts.filter((draft) => draft.subject === subject)) {
    const kept = Draft.parse(content)
    const { text } = readDraft(key)
    const isKept = writeDraft(key, text.trim() ? { text: `${kept.text}\n\n${text}` } : kept)
    if (!isKept) continue
    await forgetDraft(key)
    // This tab follows as others do.
    window.dispatchEvent(new StorageEvent('storage', { key }))
  }
}
