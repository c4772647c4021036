import { useEffect, useEffectEvent, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'

interface QueueFocus {
  ids: string[]
  openId: string | undefined
  /** Loads items after the last one; undefined if there are none. */
  loadMore: (() => void) | undefined
}

/**
 * Makes the items of the queue a single tab stop, with the arrow keys, Home and End inside. Tab stops at the item that
 * got the focus since an enquiry was opened, else at the open one, else at the first. Where only one pane fits, the focus
 * returns to the item whose thread was left.
 */
export function useQueueFocus({ ids, openId, loadMore }: QueueFocus) {
  const list = useRef<HTMLOListElement>(null)
  const [focused, setFocused] = useState<{ id?: string; openId?: string }>({})
  const tabStop = [focused.openId === openId ? focused.id : undefined, openId].find((id) => id && ids.includes(id))
  const focusItem = (index: number) => list.current?.querySelectorAll('a')[index]?.focus()
  const showMore = useShowMore(ids.length, focusItem, loadMore)

  const left = useRef(openId)
  const returnFocus = useEffectEvent((id: string) => {
    if (document.activeElement === document.body) focusItem(Math.max(0, ids.indexOf(id)))
  })
  useEffect(() => {
    if (left.current && !openId) returnFocus(left.current)
    left.current = openId
  }, [openId])

  const handleKey = (event: KeyboardEvent<HTMLOListElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const target = nextIndex(event.key, indexOf(event.target), ids.length)
    if (target === undefined) return
    event.preventDefault()
    if (target === ids.length) showMore()
    else focusItem(target)
  }
  const noteFocus = ({ target }: FocusEvent) => setFocused({ id: ids[indexOf(target)], openId })
  const listProps = { ref: list, onKeyDown: handleKey, onFocus: noteFocus }
  return { tabStop: tabStop ?? ids[0], focusItem, showMore, listProps }
}

/** Loads more items, and moves the focus to the first of them, unless the person has left the queue meanwhile. */
function useShowMore(count: number, focusItem: (index: number) => void, loadMore: (() => void) | undefined) {
  const wanted = useRef<number>(undefined)
  const focusLoaded = useEffectEvent(focusItem)
  useEffect(() => {
    if (wanted.current === undefined || count <= wanted.current) return
    if (isInQueue(document.activeElement)) focusLoaded(wanted.current)
    wanted.current = undefined
  }, [count])
  return () => {
    if (!loadMore) return
    wanted.current = count
    loadMore()
  }
}

function isInQueue(element: Element | null) {
  return !element || element === document.body || element.closest('section')?.querySelector('[data-queue]') !== null
}

/** Returns a function that moves the focus to the first result of this search, once it is there. */
export function useFocusOnResults(search: string | undefined, isLoaded: boolean, focusFirst: () => void) {
  const wanted = useRef<string>(undefined)
  const focusWanted = useEffectEvent(() => {
    if (!isLoaded || wanted.current !== search) return
    wanted.current = undefined
    focusFirst()
  })
  useEffect(() => {
    if (isLoaded && search !== undefined) focusWanted()
  }, [search, isLoaded])
  return (text: string) => {
    wanted.current = text
    focusWanted()
  }
}

function indexOf(target: EventTarget) {
  const item = target instanceof Element ? target.closest('li') : null
  return item ? [...(item.parentElement?.children ?? [])].indexOf(item) : -1
}

/** The end of the list is the place after its last item. */
function nextIndex(key: string, index: number, count: number) {
  if (key === 'ArrowDown') return index + 1
  if (key === 'ArrowUp') return Math.max(index - 1, 0)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}
