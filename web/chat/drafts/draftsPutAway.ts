import { forgetContent, keepDraft, listKeptDrafts } from '#web/storage/keptDrafts.ts'
import { Draft, draftKey, joined, keepDraft as writeDraft, readDraft, withEntries } from './drafts.ts'

const prefix = 'commentDraft:'
const subject = 'comment'

/** Logging out clears local storage, so the drafts of other people on this device move to IndexedDB. */
export async function putDraftsAway(leavingId: string) {
  const keys = Object.keys(window.localStorage).filter((key) => key.startsWith(prefix))
  const others = keys.filter((key) => !key.startsWith(draftKey(leavingId, '')))
  await Promise.all(others.map(putAway))
}

function putAway(key: string) {
  const userId = key.slice(prefix.length).split(':')[0]!
  return keepDraft({ id: key, userId, subject, savedAt: Date.now(), content: readDraft(key) })
}

/** Moves a person's drafts back to local storage, in front of any newer text there. */
export async function bringDraftsBack(userId: string) {
  const drafts = await listKeptDrafts(userId)
  for (const { id: key, content } of drafts.filter((draft) => draft.subject === subject)) {
    const kept = Draft.parse(content)
    const { text, files, attempt, chosen = [] } = readDraft(key)
    const newer = {
      text: joined(kept.text, text),
      files: withEntries(kept.files, files),
      attempt,
      chosen: [...(kept.chosen ?? []), ...chosen],
    }
    const isKept = writeDraft(key, text.trim() || files.length > 0 ? newer : kept)
    if (!isKept) continue
    await forgetContent(key)
    // `storage` events reach other tabs only, so this tab gets one of its own.
    window.dispatchEvent(new StorageEvent('storage', { key }))
  }
}
