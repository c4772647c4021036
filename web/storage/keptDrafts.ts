import { v4 } from 'uuid'
import { readUserData, watchSession } from '#web/api/session/session.ts'
import { forgetAllOf, inDatabase, type KeptDraft, type KeptFile } from './database.ts'

/** The user who was last signed in in this browser. */
let writer = readUserData()?._id
watchSession(() => {
  writer = readUserData()?._id ?? writer
})

window.addEventListener('storage', ({ key }) => {
  // Someone signed out in another tab, which announced that this tab's typing is discarded too.
  if (key !== null || !writer) return
  forgetAllOf(writer).catch((error: unknown) => console.error('The drafts on this device were not deleted', error))
})

export function listKeptDrafts(userId: string): Promise<KeptDraft[]> {
  return inDatabase((db) => db.getAllFromIndex('drafts', 'userId', userId))
}

export interface Claim {
  id: string
  /** The draft that an earlier page left. */
  draft?: KeptDraft
  files: KeptFile[]
  release: () => void
}

/**
 * Claims a draft for this tab: the newest that no open tab has, or a new one. So two tabs that write the same thing do not
 * overwrite each other.
 */
export async function claimDraft(userId: string, subject: string): Promise<Claim> {
  const all = await listKeptDrafts(userId).catch(() => [])
  const left = all.filter((draft) => draft.subject === subject).toSorted((one, other) => other.savedAt - one.savedAt)
  for (const draft of left) {
    const release = await hold(draft.id)
    if (!release) continue
    const files = await inDatabase((db) => db.getAllFromIndex('files', 'draftId', draft.id)).catch(() => [])
    return { id: draft.id, draft, files, release }
  }
  const id = v4()
  return { id, files: [], release: (await hold(id)) ?? (() => {}) }
}

/** A page that is closing needs a moment to release its lock. */
const timeoutMs = 300

/** Undefined if another tab has it. */
function hold(id: string) {
  // Web Locks exist on secure origins only; elsewhere the newest draft is used.
  if (!navigator.locks) return Promise.resolve(() => {})
  const signal = AbortSignal.timeout(timeoutMs)
  return new Promise<(() => void) | undefined>((resolve) => {
    navigator.locks
      .request(`draft:${id}`, { signal }, () => new Promise<void>((release) => resolve(release)))
      .catch(() => resolve(undefined))
  })
}

export function keepDraft(draft: KeptDraft) {
  return inDatabase((db) => db.put('drafts', draft))
}

export function keepFile(file: KeptFile) {
  return inDatabase((db) => db.put('files', file))
}

export function forgetFile(id: string) {
  return inDatabase((db) => db.delete('files', id))
}

/** The draft without its files, which stay under its id. */
export function forgetContent(id: string) {
  return inDatabase((db) => db.delete('drafts', id))
}

/** The draft and its files. */
export function forgetDraft(id: string) {
  return inDatabase(async (db) => {
    const tx = db.transaction(['drafts', 'files'], 'readwrite')
    void tx.objectStore('drafts').delete(id)
    const files = tx.objectStore('files')
    for (const key of await files.index('draftId').getAllKeys(id)) void files.delete(key)
    await tx.done
  })
}
