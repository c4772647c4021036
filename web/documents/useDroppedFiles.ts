import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Accepts files dropped anywhere on the page, because the browser would open a file that misses the form in this tab.
 * Returns whether files are being dragged over the page.
 */
export function useDroppedFiles(onDropped: (files: File[]) => void) {
  const [isOver, setIsOver] = useState(false)
  const dropped = useEffectEvent((files: File[]) => {
    if (files.length > 0) onDropped(files)
  })
  useEffect(() => {
    // Browsers fire `dragenter` on a child before `dragleave` on its parent.
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
