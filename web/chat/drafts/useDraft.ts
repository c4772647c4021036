import { useCallback, useEffect, useRef, useState } from 'react'
import { v4 } from 'uuid'
import { useIsMounted } from '#web/components/leaving/useIsMounted.ts'
import { useUnkept } from '#web/components/leaving/useUnkept.ts'
import type { FileEntry } from '#web/storage/database.ts'
import { joined, keepDraft, noDraft, readDraft, withEntries, type Attempt, type Draft } from './drafts.ts'

/** A draft that is saved on this device as it is typed and is the same in every tab. */
export function useDraft(key: string) {
  const { draft, isKept, read, change } = useSharedDraft(key)
  /** Clears what was sent with this id, and nothing that was written or added since. */
  const clear = useCallback(
    (id: string) => {
      const { text, files, attempt } = read()
      if (attempt?.key !== id) return
      const left = files.filter((file) => !attempt.files.includes(file.id))
      if (attempt.text === text.trim()) change({ text: '', files: left })
      else if (left.length < files.length) change({ text, files: left, attempt })
    },
    [read, change],
  )
  return {
    ...draft,
    isKept,
    clear,
    read,
    empty: () => change(noDraft),
    write: (text: string, chosen = read().chosen) => change({ ...read(), text, chosen }),
    /** Adds files once this device keeps them. */
    list: (added: FileEntry[]) => change({ ...read(), files: withEntries(read().files, added) }),
    unlist: (ids: string[]) => change({ ...read(), files: read().files.filter(({ id }) => !ids.includes(id)) }),
    /** Removes a file. Call `noteDeleted` once IndexedDB has deleted it. */
    remove: (id: string) => {
      const { files, removed = [], ...rest } = read()
      change({ ...rest, files: files.filter((file) => file.id !== id), removed: [...removed, id] })
    },
    noteDeleted: (ids: string[]) => change({ ...read(), removed: read().removed?.filter((id) => !ids.includes(id)) }),
    /** The id to send a message with. It is the same for each attempt at the same content. */
    attemptAt: (content: Content): Attempt => {
      const now = read()
      const next = { files: [], ...content, key: v4() }
      const attempt = now.attempt && isSame(now.attempt, next) ? now.attempt : next
      change({ ...now, attempt })
      return attempt
    },
    /** Puts a text that was sent back in front of the draft. */
    takeBack: (attempt: Attempt) => {
      const { text, files } = read()
      change({ text: joined(attempt.text, text), files, attempt })
    },
  }
}

/** What a message is sent with. */
type Content = Pick<Attempt, 'text' | 'enquiryStatus' | 'mentions'> & Partial<Pick<Attempt, 'files'>>

function isSame(one: Attempt, other: Attempt) {
  return contentOf(one) === contentOf(other)
}

function contentOf({ text, files, enquiryStatus, mentions }: Attempt) {
  return JSON.stringify([text, files, enquiryStatus, mentions])
}

function useSharedDraft(key: string) {
  const [draft, setDraft] = useState(() => readDraft(key))
  const [isKept, setIsKept] = useState(true)
  /** The draft that this device has no room for. */
  const unkept = useRef<Draft>(undefined)
  const isMounted = useIsMounted()
  useUnkept(key, !isKept)
  const read = useCallback(() => unkept.current ?? readDraft(key), [key])
  const change = useCallback(
    (next: Draft) => {
      const hasRoom = keepDraft(key, next)
      unkept.current = hasRoom ? undefined : next
      setDraft(next)
      setIsKept(hasRoom)
      // The person may have returned to the box meanwhile: `storage` events reach other tabs only.
      if (!isMounted.current) window.dispatchEvent(new StorageEvent('storage', { key }))
    },
    [key, isMounted],
  )
  useEffect(() => {
    const readFromOtherTab = (event: StorageEvent) => {
      if (event.key !== key) return
      unkept.current = undefined
      setDraft(readDraft(key))
    }
    window.addEventListener('storage', readFromOtherTab)
    return () => window.removeEventListener('storage', readFromOtherTab)
  }, [key])
  return { draft, isKept, read, change }
}
