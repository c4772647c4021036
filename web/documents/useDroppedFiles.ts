import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Files dropped anywhere on the page: one that misses the form by a little must not take its place in the tab.
 * Answers whether some are being held over it.
 */
export function useDroppedFiles(onDropped: (files: File[]) => void) {
  const [isOver, setIsOver] = useState(false)
  const dropped = useEffectEvent((files: File[]) => {
    if (files.length > 0) onDropped(files)
  })
  useEffect(() => {
    // Entering a child of the page comes before leaving its parent.
    let depth = 0
    const move = (change: 1 | -1) => (event: DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      depth = Math.max(0, depth + change)
      setIsOver(depth > 0)
    }
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      depth = 0
      setIsOver(false)
      dropped([...(event.dataTransfer?.files ?? [])])
    }
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('dragenter', move(1), { signal })
    window.addEventListener('dragleave', move(-1), { signal })
    window.addEventListener('dragover', (event) => holdsFiles(event) && event.preventDefault(), { signal })
    window.addEventListener('drop', drop, { signal })
    return () => listening.abort()
  }, [])
  return isOver
}

function holdsFiles({ dataTransfer }: DragEvent) {
  return dataTransfer?.types.includes('Files') ?? false
}
