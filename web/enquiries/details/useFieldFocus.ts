import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { StatusList } from '#web/enquiries/StatusSelect.tsx'
import { useChosenPane } from './chosenPane.ts'
import type { EnquiryEditing } from './useEnquiryEditing.ts'

/**
 * The field in which editing starts: the comments, or the status selector for people who `reachStatus`. That shows the
 * fields, and opens the selector.
 */
export function useFieldFocus({ isEditing, begin, setFocus }: EnquiryEditing) {
  const { chosen, choose } = useChosenPane()
  const [isWanted, setIsWanted] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const isOpen = isWanted && isEditing && chosen === 'enquiry'
  const start = useEffectEvent(() => {
    if (!isWanted) setFocus('comments')
  })
  useEffect(() => {
    if (isEditing) start()
  }, [isEditing])
  // Before the list takes the focus, which it returns when it closes.
  useLayoutEffect(() => {
    if (isOpen) input.current?.focus()
  }, [isOpen])

  const reachStatus = () => {
    setIsWanted(true)
    if (!isEditing) begin()
    if (chosen !== 'enquiry') choose('enquiry')
  }
  const statusList: StatusList = {
    input,
    isOpen,
    onOpened: () => setIsWanted(true),
    onClosed: () => setIsWanted(false),
  }
  return { reachStatus, statusList }
}
