import { useCallback, useEffect, useState } from 'react'
import { v4 } from 'uuid'
import type { EnquiryStatus } from '#contract/enquiries.ts'
import { keepDraft, noDraft, readDraft, type Attempt, type Draft } from './drafts.ts'

/** What is being written, kept on this device as it is typed and the same in every tab. */
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
    const follow = (event: StorageEvent) => {
      if (event.key === key) setDraft(readDraft(key))
    }
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [key])
  /** What was sent under this id leaves the box, unless it has become something else there. */
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
    /** How these words are sent: the same for each attempt at them, also in what it makes of the enquiry. */
    attemptAt: (text: string, enquiryStatus?: EnquiryStatus): Attempt => {
      const { attempt } = draft
      const isSame = attempt?.text === text && (!enquiryStatus || attempt.enquiryStatus === enquiryStatus)
      const next = isSame ? attempt : { text, enquiryStatus, key: v4() }
      change({ ...draft, attempt: next })
      return next
    },
    /** Puts words that were sent back before what is being written. */
    takeBack: (attempt: Attempt) => {
      const { text } = attempt
      change({ text: draft.text.trim() ? `${text}\n\n${draft.text}` : text, attempt })
    },
  }
}
