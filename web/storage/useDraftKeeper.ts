import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { DraftKeeper, type FoundDraft } from './draftKeeper.ts'

const noTrouble = { texts: false, files: false }

/**
 * Keeps what is typed into a form for as long as the form is there. `found` is what an earlier page has left, or null;
 * before that is known nothing is to be written.
 */
export function useDraftKeeper(userId: string, subject: string) {
  const current = useRef<DraftKeeper>(undefined)
  const [found, setFound] = useState<FoundDraft | null>()
  const [trouble, setTrouble] = useState(noTrouble)
  useEffect(() => {
    const keeper = new DraftKeeper(userId, subject, {
      onFound: (left) => {
        // At once: whoever waits for what is typed is to find it handed over.
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
