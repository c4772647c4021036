import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { DraftKeeper, type FoundDraft } from './draftKeeper.ts'

const noTrouble = { texts: false, files: false }

/**
 * Saves a form's content while the form is mounted. `found` is the draft that an earlier page left, or null. While it is
 * undefined, the caller must not write.
 */
export function useDraftKeeper(userId: string, subject: string) {
  const current = useRef<DraftKeeper>(undefined)
  const [found, setFound] = useState<FoundDraft | null>()
  const [trouble, setTrouble] = useState(noTrouble)
  useEffect(() => {
    const keeper = new DraftKeeper(userId, subject, {
      onFound: (left) => {
        // Synchronously, so that `save` includes text that the form has not passed on yet.
        if (current.current === keeper) flushSync(() => setFound(left))
      },
      onTrouble: (what, isThere) => setTrouble((now) => (now[what] === isThere ? now : { ...now, [what]: isThere })),
    })
    current.current = keeper
    return () => {
      current.current = undefined
      void keeper.close()
    }
  }, [userId, subject])
  return { keeper: current, found, trouble }
}
