import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { useDraft } from '#web/chat/drafts/useDraft.ts'
import { useUnkept } from '#web/components/leaving/useUnkept.ts'
import type { FileRules } from '#web/documents/fileRules.ts'
import { useNewFiles, type ChosenFile } from '#web/documents/useNewFiles.ts'
import type { FileEntry, KeptFile } from '#web/storage/database.ts'
import { entryOf, filesWritten, forgetFileOf, keepFiles, readFiles, type NewFile } from '#web/storage/keptFiles.ts'
import { messageRules } from './messageRules.ts'

type SharedDraft = ReturnType<typeof useDraft>

/** The files in the box. */
export function useMessageFiles(userId: string, key: string, draft: SharedDraft, rules: FileRules = messageRules) {
  const { chosen, refusals, add, restore, drop, read } = useNewFiles(rules)
  const { unkept, keep, stopListing, relist, settled } = useKeeping(userId, key, draft)
  const [change, setChange] = useState('')
  const isKept = chosen.every(({ key: id }) => !unkept.includes(id))
  useUnkept(key, !isKept)
  useListedFiles(key, draft, { chosen, restore, drop })

  const addAndKeep = (files: File[]) => {
    // There may be room by now for those that did not fit before.
    const retried = chosen.filter(({ key: id }) => unkept.includes(id))
    const added = add(files)
    for (const file of [...retried, ...added]) keep(file)
    if (added.length > 0) setChange(rules.texts.added(added.map(({ name }) => name).join(', ')))
  }
  const remove = (id: string) => {
    setChange(rules.texts.removed(chosen.find((file) => file.key === id)?.name ?? ''))
    stopListing(id)
    drop([id])
    draft.remove(id)
    void filesWritten()
      .then(() => deleteRemoved(key, draft, [id]))
      .catch(() => {})
  }
  return {
    chosen,
    refusals: chosen.length > rules.max ? [...refusals, tooManyText(rules, chosen.length)] : refusals,
    /** Says what was added or removed last, for screen readers. */
    change,
    hasTooMany: chosen.length > rules.max,
    isKept,
    add: addAndKeep,
    remove,
    drop,
    relist,
    /** The files to send; null if one was refused. */
    read: async () => {
      const files = await read()
      // Otherwise a write that ends later would give a file back to the draft.
      await settled()
      return files
    },
  }
}

export type MessageFiles = ReturnType<typeof useMessageFiles>

/**
 * This device keeps each file as soon as it is chosen, and lists it in the draft once it is kept, so that a reload and
 * other tabs show it.
 */
function useKeeping(userId: string, key: string, draft: SharedDraft) {
  const [unkept, setUnkept] = useState<string[]>([])
  const removed = useRef(new Set<string>())
  const listing = useRef(Promise.resolve())

  const list = async (id: string, keeping: Promise<NewFile[]>) => {
    try {
      const kept = await keeping
      if (removed.current.has(id)) return
      draft.list(kept.map(entryOf))
      setUnkept((now) => now.filter((each) => each !== id))
    } catch (error) {
      console.error('This device does not store a file', error)
      setUnkept((now) => [...now, id])
    }
  }
  return {
    /** The ids of the files for which this device has no room. */
    unkept,
    /** The files are stored at the same time, and listed in the order in which they were chosen. */
    keep: (file: ChosenFile) => {
      const keeping = keepFiles(prepared(file), key, userId)
      listing.current = Promise.allSettled([keeping, listing.current]).then(() => list(file.key, keeping))
    },
    stopListing: (id: string) => void removed.current.add(id),
    /** Lists those of these files that this device keeps for the draft. */
    relist: async (entries: FileEntry[]) => {
      const kept = await readFiles(key).catch(() => [])
      const ids = kept.map(({ id }) => id)
      draft.list(entries.filter(({ id }) => ids.includes(id)))
      setUnkept((now) => now.filter((id) => !ids.includes(id)))
    },
    settled: () => Promise.all([filesWritten(), listing.current]),
  }
}

async function prepared({ key: id, name, prepared: preparing }: ChosenFile): Promise<NewFile[]> {
  const content = await preparing
  return content ? [{ id, name, content }] : []
}

/** More than that come together when a message is taken back into a box that has files. */
function tooManyText({ tooMany, texts, max }: FileRules, count: number) {
  return `${tooMany} ${texts.surplus(count - max)}`.trim()
}

async function deleteRemoved(key: string, draft: SharedDraft, ids: string[]) {
  await Promise.all(ids.map((id) => forgetFileOf(key, id)))
  draft.noteDeleted(ids)
}

interface ShownFiles {
  chosen: ChosenFile[]
  restore: (files: KeptFile[]) => void
  drop: (ids: string[]) => void
}

/** Shows what the draft lists: what an earlier page or another tab added, and not what another tab removed or sent. */
function useListedFiles(key: string, draft: SharedDraft, { chosen, restore, drop }: ShownFiles) {
  const known = useRef(new Set<string>())
  const ids = draft.files.map(({ id }) => id)
  const show = useEffectEvent(async (_ids: string) => {
    drop([...known.current].filter((id) => !ids.includes(id)))
    known.current = new Set(ids)
    if (ids.every((id) => chosen.some((file) => file.key === id))) return
    const kept = await readFiles(key)
    const listed = draft.read().files.map(({ id }) => id)
    restore(listed.flatMap((id) => kept.filter((file) => file.id === id)))
  })
  /** An earlier page may have ended between keeping a file and listing it, or between removing a file and deleting it. */
  const listUnlisted = useEffectEvent(async () => {
    // Before what is kept: another tab lists a file after it has kept it.
    const before = draft.read().files
    const kept = await readFiles(key)
    const { files, attempt, removed = [] } = draft.read()
    const entries = kept
      .filter(({ id }) => !removed.includes(id))
      .map(({ id, name, type, bytes }) => ({ id, name, type, size: bytes.byteLength }))
    const isListed = (id: string) => files.some((file) => file.id === id)
    if (entries.some(({ id }) => !isListed(id))) draft.list(entries)
    const missing = before.filter(({ id }) => kept.every((file) => file.id !== id))
    // An attempt has moved its files to the outbox, and may give them back.
    if (missing.length > 0 && !attempt) draft.unlist(missing.map(({ id }) => id))
    if (removed.length > 0) await deleteRemoved(key, draft, removed)
  })
  const joined = ids.join()
  useEffect(() => void show(joined).catch(() => {}), [joined])
  useEffect(() => void listUnlisted().catch(() => {}), [])
}
