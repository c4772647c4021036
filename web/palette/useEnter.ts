import { useEffect, useEffectEvent, useState, type KeyboardEvent } from 'react'

type Stoppable = KeyboardEvent & { defaultMuiPrevented?: boolean }

/** Enter does the first thing there is, once it is known what there is; unless somebody has chosen another. */
export function useEnter(text: string, isPending: boolean, onEntered: () => void) {
  const [awaited, setAwaited] = useState<string>()
  const [chosenAt, setChosenAt] = useState<string>()
  const isChosen = chosenAt === text
  const isDue = awaited !== undefined && awaited === text && !isPending
  const enter = useEffectEvent(onEntered)
  useEffect(() => {
    if (isDue) enter()
  }, [isDue])
  return {
    /** By arrow or pointer, not by itself. */
    noteChoice: (isMade: boolean) => setChosenAt(isMade ? text : undefined),
    isChosen,
    listen: (event: Stoppable) => {
      if (event.key !== 'Enter' || event.nativeEvent.isComposing || isChosen) return
      event.defaultMuiPrevented = true
      event.preventDefault()
      setAwaited(text)
    },
  }
}
