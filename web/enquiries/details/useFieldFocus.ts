import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { StatusList } from '#web/enquiries/StatusSelect.tsx'
import { useChosenPane } from './chosenPane.ts'
import type { EnquiryEditing } from './useEnquiryEditing.ts'

/**
 * The field in which editing starts: the comments, or the status selector for people who `reachStatus`. That shows the
 * fields, and opens the selector.
 */
export function useFieldFocus({ isEditing, begin, setFocus }: EnquiryEditing) {
  const { chosen, choose } = useChosenPane()
  const [isStatusAsked, setIsStatusAsked] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const start = useEffectEvent(() => {
    if (!isStatusAsked) setFocus('comments')
  })
  useEffect(() => {
    if (isEditing) start()
  }, [isEditing])

  const isStatusReady = isStatusAsked && isEditing && chosen === 'enquiry'
  const openStatus = useEffectEvent(() => {
    setIsStatusAsked(false)
    // First, because the list returns the focus when it closes.
    input.current?.focus()
    setIsOpen(true)
  })
  useEffect(() => {
    if (isStatusReady) openStatus()
  }, [isStatusReady])

  const reachStatus = () => {
    setIsStatusAsked(true)
    if (!isEditing) begin()
    if (chosen !== 'enquiry') choose('enquiry')
  }
  const statusList: StatusList = { input, isOpen, onOpened: () => setIsOpen(true), onClosed: () => setIsOpen(false) }
  return { reachStatus, statusList }
}
