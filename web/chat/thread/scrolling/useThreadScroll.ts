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
    scrollToFn: end.place,
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
/** The reader's scrolling may go on for this time after such an event, or after its last step. In milliseconds. */
const readersTime = 1000

/**
 * Whether the reader is at the end of the thread. Only the reader leaves it. Browsers scroll a thread too: when rows are
 * measured, and when a notice below it is removed.
 */
function useReaderAtEnd(box: ThreadScroll['box']) {
  const [isAtEnd, setIsAtEnd] = useState(true)
  const actions = useReadersActions(box)
  /** Where the thread would be if nobody but the virtualizer had scrolled it since it was last near its end. */
  const placedAt = useRef(0)
  const isNear = () => {
    const { scrollHeight, scrollTop, clientHeight } = box.current!
    return scrollHeight - scrollTop - clientHeight < threadSizes.nearEnd
  }
  const noteScroll = () => {
    const { scrollTop, clientHeight } = box.current!
    const distance = Math.abs(scrollTop - placedAt.current)
    const isReaders = distance > 1 && actions.isRecent()
    if (isReaders) actions.note()
    if (isNear()) {
      setIsAtEnd(true)
      placedAt.current = scrollTop
    }
    // The browser's search and screen readers cause no such event, but scroll further than a notice is high.
    else if (isReaders || distance > Math.max(threadSizes.notice, clientHeight / 3)) setIsAtEnd(false)
  }
  /** Lets the virtualizer scroll the thread, to a place or by the error of a height that was estimated. */
  const place: typeof elementScroll = (offset, options, instance) => {
    const before = box.current!.scrollTop
    elementScroll(offset, options, instance)
    const after = box.current!.scrollTop
    placedAt.current = options.adjustments === undefined ? after : placedAt.current + after - before
  }
  return { isAtEnd, setIsAtEnd, isNear, noteScroll, place }
}

function useReadersActions(box: ThreadScroll['box']) {
  const lastAt = useRef(-readersTime)
  const note = useCallback(() => {
    lastAt.current = performance.now()
  }, [])
  useEffect(() => {
    const element = box.current!
    const noteEvent = ({ type, target }: Event) => {
      // 'Newest comments' moves the focus to the thread itself, which scrolls nothing.
      if (type !== 'focusin' || target !== element) note()
    }
    for (const name of readersEvents) element.addEventListener(name, noteEvent, { passive: true })
    return () => {
      for (const name of readersEvents) element.removeEventListener(name, noteEvent)
    }
  }, [box, note])
  return { note, isRecent: () => performance.now() - lastAt.current < readersTime }
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
