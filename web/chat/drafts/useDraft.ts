import { useCallback, useEffect, useState } from 'react'
import { v4 } from 'uuid'
import type { EnquiryStatus } from '#contract/enquiries.ts'
import { keepDraft, noDraft, readDraft, type Attempt, type Draft } from './drafts.ts'

/** A draft that is saved on this device as it is typed and is the same in every tab. */
export function useDraft(key: string) {
  const [draft, setDraft] = useState(() => readDraft(key))
  const [isKept, setIsKept] = useState(true)
  const change = useCallback(
    (next: Draft) => {
      setDraft(next)
      setIsKept(keepDraft(key, next))
    },
    [key],
  )
  useEffect(() => {
    const readFromOtherTab = (event: StorageEvent) => {
      if (event.key === key) setDraft(readDraft(key))
    }
    window.addEventListener('storage', readFromOtherTab)
    return () => window.removeEventListener('storage', readFromOtherTab)
  }, [key])
  /** Clears the draft if it is still the text that was sent with this id. */
  const clear = useCallback(
    (id: string) => {
      const { text, attempt } = readDraft(key)
      if (attempt?.key === id && attempt.text === text.trim()) change(noDraft)
    },
    [key, change],
  )
  return {
    ...draft,
    isKept,
    clear,
    write: (text: string) => change({ ...draft, text }),
    /** The id to send a text with. It is the same for each attempt at the same text and status. */
    attemptAt: (text: string, enquiryStatus?: EnquiryStatus): Attempt => {
      const { attempt } = draft
      const isSame = attempt?.text === text && attempt.enquiryStatus === enquiryStatus
      const next = isSame ? attempt : { text, enquiryStatus, key: v4() }
      change({ ...draft, attempt: next })
      return next
    },
    /** Puts a text that was sent back in front of the draft. */
    takeBack: (attempt: Attempt) => {
      const { text } = attempt
      change({ text: draft.text.trim() ? `${text}\n\n${draft.text}` : text, attempt })
    },
  }
}
