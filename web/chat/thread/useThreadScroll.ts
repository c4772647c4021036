import { defaultRangeExtractor, elementScroll, useVirtualizer, type Range } from '@tanstack/react-virtual'
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type RefObject,
} from 'react'
import { threadSizes } from '#web/theme/threadSizes.ts'

interface ThreadScroll {
  /** The scrolling element. */
  box: RefObject<HTMLDivElement | null>
  /** One key for each row, stable for the same message. */
  keys: string[]
  /** Whether the person has just written the last row, which must then be visible. */
  isOwnLast: boolean
  /** Called when the first row is nearly in view. */
  onNearStart: () => void
}

/**
 * Renders only the visible part of a thread. Visible messages keep their place when others are added before or after
 * them, and a thread that is scrolled to its end stays there.
 */
export function useThreadScroll({ box, keys, isOwnLast, onNearStart }: ThreadScroll) {
  const focus = useFocusedRow(keys)
  const { isAtEnd, setIsAtEnd, ...end } = useReaderAtEnd(box)
  const [isShown, setIsShown] = useState(false)
  const [isUnfolding, setIsUnfolding] = useState(false)
  const getItemKey = useCallback((index: number) => keys[index]!, [keys])
  // The virtualizer triggers its own renders, and none of its results are memoised here.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: keys.length,
    getScrollElement: () => box.current,
    estimateSize: () => threadSizes.message,
    getItemKey,
    rangeExtractor: focus.keepRow,
    overscan: 8,
    paddingStart: threadSizes.above,
    paddingEnd: threadSizes.below,
    anchorTo: isUnfolding ? 'start' : 'end',
    directDomUpdates: true,
    scrollToFn: (...placing) => {
      elementScroll(...placing)
      end.notePlaced()
    },
    onChange: (instance) => setIsShown((instance.scrollRect?.height ?? 0) > 0),
  })
  useStillEnd(box, () => isAtEnd && virtualizer.scrollToEnd())
  useStillTop(virtualizer, keys[0])

  const last = keys.at(-1)
  const showEnd = () => {
    setIsAtEnd(true)
    virtualizer.scrollToEnd()
  }
  const follow = useEffectEvent(() => {
    if (isAtEnd || isOwnLast) showEnd()
  })
  useLayoutEffect(() => follow(), [last])

  useGrowth(box, () => isAtEnd && !isUnfolding && virtualizer.scrollToEnd())

  const noteScroll = () => {
    end.noteScroll()
    if (box.current!.scrollTop < threadSizes.nearStart) onNearStart()
  }
  useAfterMeasuring(isUnfolding, () => {
    setIsUnfolding(false)
    setIsAtEnd(end.isNear())
  })
  return {
    visible: virtualizer.getVirtualItems(),
    holdRows: virtualizer.containerRef,
    measureRow: virtualizer.measureElement,
    isAtEnd,
    isShown,
    noteScroll,
    noteFocus: focus.note,
    forgetFocus: focus.forget,
    showEnd,
    /** For a part of a message that the reader opens: it grows downwards, even at the end of the thread. */
    holdPlace: () => setIsUnfolding(true),
  }
}

/** What readers scroll with. Browsers also scroll to a part of the thread that gets the focus. */
const readersEvents = ['wheel', 'touchmove', 'pointerdown', 'keydown', 'focusin'] as const
/** A thread that scrolls within this time after such an event is scrolled by its reader. In milliseconds. */
const readersTime = 1000

/**
 * Whether the reader is at the end of the thread. Only the reader leaves it: browsers also scroll a thread when rows are
 * measured, or when a notice below the thread goes.
 */
function useReaderAtEnd(box: ThreadScroll['box']) {
  const [isAtEnd, setIsAtEnd] = useState(true)
  const placedAt = useRef(0)
  const actedAt = useRef(-readersTime)
  useEffect(() => {
    const noteAction = () => {
      actedAt.current = performance.now()
    }
    const element = box.current!
    for (const name of readersEvents) element.addEventListener(name, noteAction, { passive: true })
    return () => {
      for (const name of readersEvents) element.removeEventListener(name, noteAction)
    }
  }, [box])
  const isNear = () => {
    const { scrollHeight, scrollTop, clientHeight } = box.current!
    return scrollHeight - scrollTop - clientHeight < threadSizes.nearEnd
  }
  const isMovedByReader = () => {
    const distance = Math.abs(box.current!.scrollTop - placedAt.current)
    if (performance.now() - actedAt.current < readersTime) return distance > 1
    // The browser's search and assistive technology move a thread without such an event.
    return distance > box.current!.clientHeight
  }
  const noteScroll = () => {
    if (isNear()) setIsAtEnd(true)
    else if (isMovedByReader()) setIsAtEnd(false)
  }
  /** Call after the virtualizer has scrolled the thread. */
  const notePlaced = () => {
    placedAt.current = box.current!.scrollTop
  }
  return { isAtEnd, setIsAtEnd, isNear, noteScroll, notePlaced }
}

/** Measured rows are higher than estimated. React measures them before the virtualizer can make room for them. */
function useGrowth(box: ThreadScroll['box'], onGrown: () => void) {
  const rowsHeight = useRef(0)
  const compare = useEffectEvent(() => {
    const { scrollHeight } = box.current!
    if (scrollHeight > rowsHeight.current) onGrown()
    rowsHeight.current = scrollHeight
  })
  useLayoutEffect(() => compare())
}

/**
 * Files in the box and the on-screen keyboard of a phone shrink the thread. Its end must stay visible. The virtualizer
 * reports a new height only if other rows come into view.
 */
function useStillEnd(box: ThreadScroll['box'], showEnd: () => void) {
  const follow = useEffectEvent(showEnd)
  useEffect(() => {
    // jsdom has no layout, and no observer of it.
    if (!('ResizeObserver' in window)) return
    const observer = new ResizeObserver(() => follow())
    observer.observe(box.current!)
    return () => observer.disconnect()
  }, [box])
}

/** Calls back once the virtualizer has measured the rows again: browsers report new sizes at the end of the next frame. */
function useAfterMeasuring(isChanging: boolean, onMeasured: () => void) {
  const finish = useEffectEvent(onMeasured)
  useEffect(() => {
    if (!isChanging) return
    let frame = window.requestAnimationFrame(() => {
      frame = window.requestAnimationFrame(() => finish())
    })
    return () => window.cancelAnimationFrame(frame)
  }, [isChanging])
}

/** Keeps the focused row in the page, even when scrolled out of view, so that key presses still reach it. */
function useFocusedRow(keys: string[]) {
  const focused = useRef<string>(undefined)
  const keepRow = useCallback(
    (range: Range) => {
      const shown = defaultRangeExtractor(range)
      const index = focused.current === undefined ? -1 : keys.indexOf(focused.current)
      return index < 0 || shown.includes(index) ? shown : [...shown, index].toSorted((one, other) => one - other)
    },
    [keys],
  )
  const note = (event: FocusEvent<HTMLElement>) => {
    const row = event.target.closest<HTMLElement>('[data-index]')
    focused.current = row ? keys[Number(row.dataset['index'])] : undefined
  }
  const forget = () => {
    focused.current = undefined
  }
  return { keepRow, note, forget }
}

type ThreadVirtualizer = ReturnType<typeof useVirtualizer<HTMLDivElement, HTMLLIElement>>

/**
 * When earlier rows are added, the former first row loses its day and name headings and becomes shorter at its top. The
 * rows below it must not move up.
 */
function useStillTop(virtualizer: ThreadVirtualizer, first: string | undefined) {
  const before = useRef<{ first: string | undefined; formerFirst?: string | undefined }>({ first })
  useLayoutEffect(() => {
    if (before.current.first !== first) before.current = { first, formerFirst: before.current.first }
  }, [first])
  useLayoutEffect(() => {
    const shouldAdjust: ThreadVirtualizer['shouldAdjustScrollPositionOnItemSizeChange'] = (row, _change, instance) => {
      const offset = instance.scrollOffset ?? 0
      if (!instance.itemSizeCache.has(row.key)) return row.start < offset
      if (row.key === before.current.formerFirst) return row.start < offset + threadSizes.above
      return row.end <= offset && instance.scrollDirection !== 'backward'
    }
    Object.assign(virtualizer, { shouldAdjustScrollPositionOnItemSizeChange: shouldAdjust })
  }, [virtualizer])
}
