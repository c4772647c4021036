import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** A way in which the person uses the rows, or is about to show the ones that wait. */
type Use = 'menu' | 'scroll' | `${Place} pointer` | `${Place} focus`
type Place = 'rows' | 'bar'

export type ReportUse = (use: Use, isOn: boolean) => void

/** Whether the person is using the rows, as reported by the rows, their menus and the bar above them. */
export function useRowsInUse() {
  const uses = useRef(new Set<Use>())
  const [isInUse, setIsInUse] = useState(false)
  const reportUse: ReportUse = useCallback((use, isOn) => {
    if (isOn) {
      uses.current.add(use)
      setIsInUse(true)
      return
    }
    uses.current.delete(use)
    // Later: a move from the rows to the bar is two events, and between them neither is in use.
    window.setTimeout(() => setIsInUse(uses.current.size > 0))
  }, [])
  return { isInUse, reportUse }
}

/**
 * Reports the pointer and the focus within an element while it is on the screen. React's own events would also come
 * from menus, which are children of a row but elsewhere in the document.
 */
export function useReportedPlace(place: Place, box: RefObject<HTMLElement | null>, reportUse: ReportUse) {
  const focused = useRef<Element>(null)
  // Listens before the first paint: when people go back, focus moves to a row as soon as it appears.
  useLayoutEffect(() => {
    const leaving = new AbortController()
    const listen = <Kind extends keyof HTMLElementEventMap>(
      kind: Kind,
      listener: (event: HTMLElementEventMap[Kind]) => void,
    ) => box.current?.addEventListener(kind, listener, { signal: leaving.signal })
    // A finger does not hover.
    listen('pointerenter', ({ pointerType }) => reportUse(`${place} pointer`, pointerType !== 'touch'))
    listen('pointerleave', () => reportUse(`${place} pointer`, false))
    listen('focusin', ({ target }) => {
      focused.current = target instanceof Element ? target : null
      reportUse(`${place} focus`, true)
    })
    listen('focusout', ({ target }) => {
      // It keeps the focus while another window has it.
      if (target !== document.activeElement) reportUse(`${place} focus`, false)
    })
    return () => {
      leaving.abort()
      reportUse(`${place} pointer`, false)
      reportUse(`${place} focus`, false)
    }
  }, [place, box, reportUse])
  // Browsers send no blur when the focused element is removed.
  useEffect(() => {
    if (focused.current?.isConnected === false) reportUse(`${place} focus`, false)
  })
}

/** Reports whether the person has scrolled down from the top of the list. */
export function useReportedScroll(reportUse: ReportUse) {
  useEffect(() => {
    const report = () => reportUse('scroll', window.scrollY > 0)
    report()
    window.addEventListener('scroll', report)
    return () => {
      window.removeEventListener('scroll', report)
      reportUse('scroll', false)
    }
  }, [reportUse])
}
