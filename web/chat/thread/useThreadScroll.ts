import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual'
import { useCallback, useEffectEvent, useLayoutEffect, useRef, useState, type FocusEvent, type RefObject } from 'react'
import { threadSizes } from '#web/theme/threadSizes.ts'

interface ThreadScroll {
  /** What scrolls. */
  box: RefObject<HTMLDivElement | null>
  /** One for each row, the same for as long as it stands for the same message. */
  keys: string[]
  /** Whether the person has just written the last row, and so wants to see it. */
  isOwnLast: boolean
  /** Called when what is read comes near the first row. */
  onNearStart: () => void
}

/**
 * Only what is in sight of a thread is in the page. What is read stays where it is, whatever is put before or after
 * it; who reads the end goes on seeing the end.
 */
export function useThreadScroll({ box, keys, isOwnLast, onNearStart }: ThreadScroll) {
  const focus = useFocusedRow(keys)
  const [isAtEnd, setIsAtEnd] = useState(true)
  const [isShown, setIsShown] = useState(false)
  const getItemKey = useCallback((index: number) => keys[index]!, [keys])
  // It mends itself by rendering again; nothing that it returns is kept from one render to the next.
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
    anchorTo: 'end',
    directDomUpdates: true,
    // A keyboard on the screen of a phone makes the thread lower: its end stays in sight.
    onChange: (instance) => {
      const height = instance.scrollRect?.height ?? 0
      if (height !== lastHeight.current && isAtEnd) instance.scrollToEnd()
      lastHeight.current = height
      setIsShown(height > 0)
    },
  })
  const lastHeight = useRef(0)
  useStillTop(virtualizer, keys[0])

  const last = keys.at(-1)
  const follow = useEffectEvent(() => {
    if (isAtEnd || isOwnLast) virtualizer.scrollToEnd()
  })
  useLayoutEffect(() => follow(), [last])

  const noteScroll = () => {
    const { scrollHeight, scrollTop, clientHeight } = box.current!
    setIsAtEnd(scrollHeight - scrollTop - clientHeight < threadSizes.nearEnd)
    if (scrollTop < threadSizes.nearStart) onNearStart()
  }
  return {
    visible: virtualizer.getVirtualItems(),
    holdRows: virtualizer.containerRef,
    measureRow: virtualizer.measureElement,
    isAtEnd,
    isShown,
    noteScroll,
    noteFocus: focus.note,
    forgetFocus: focus.forget,
    showEnd: virtualizer.scrollToEnd,
  }
}

/** The row that has the focus stays in the page, however far it is scrolled away: its keys would go nowhere. */
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
 * What was the first row loses its day and its name when earlier ones are put before it. It loses them at its top,
 * so what is below it must not move up.
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
