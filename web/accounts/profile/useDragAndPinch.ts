import { useEffect, useRef, type PointerEvent, type RefObject } from 'react'

interface Gestures {
  /** The distance a pointer has moved, as a fraction of the area's width. */
  onDragged: (by: { x: number; y: number }) => void
  /** A factor above 1 zooms in. */
  onScaled: (factor: number) => void
}

/** Turning the wheel by this many pixels doubles the zoom. */
const wheelPixelsPerDoubling = 500

/** Pans with one pointer, and zooms with two or with the wheel. */
export function useDragAndPinch(area: RefObject<HTMLElement | null>, { onDragged, onScaled }: Gestures) {
  const pointers = useRef(new Map<number, { x: number; y: number }>())
  useWheel(area, onScaled)
  const press = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
  }
  const move = (event: PointerEvent) => {
    const from = pointers.current.get(event.pointerId)
    if (!from) return
    const to = { x: event.clientX, y: event.clientY }
    const [other] = [...pointers.current].filter(([id]) => id !== event.pointerId).map(([, at]) => at)
    pointers.current.set(event.pointerId, to)
    const { width } = event.currentTarget.getBoundingClientRect()
    if (other) onScaled(distance(to, other) / Math.max(distance(from, other), 1))
    else onDragged({ x: (to.x - from.x) / width, y: (to.y - from.y) / width })
  }
  const release = (event: PointerEvent) => void pointers.current.delete(event.pointerId)
  return { onPointerDown: press, onPointerMove: move, onPointerUp: release, onPointerCancel: release }
}

/** Uses a native listener, because React's wheel listeners are passive and cannot stop the page from scrolling. */
function useWheel(area: RefObject<HTMLElement | null>, onScaled: Gestures['onScaled']) {
  useEffect(() => {
    const element = area.current
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      onScaled(2 ** (-event.deltaY / wheelPixelsPerDoubling))
    }
    element?.addEventListener('wheel', turn, { passive: false })
    return () => element?.removeEventListener('wheel', turn)
  }, [area, onScaled])
}

function distance(one: { x: number; y: number }, other: { x: number; y: number }) {
  return Math.hypot(one.x - other.x, one.y - other.y)
}
