import { useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import type { User } from '#contract/accounts.ts'
import { expandPlaceholders, type CannedResponse, type Placeholder } from '#contract/cannedResponses.ts'
import type { Enquiry } from '#contract/enquiries.ts'
import type { ChangeEvent } from '#contract/events.ts'
import { useAreShortcutsOn } from '#web/components/shortcuts/shortcuts.ts'
import { useRefetchOn } from '#web/events/useRefetchOn.ts'
import { useGetCannedResponsesQuery } from './cannedResponseApi.ts'

interface SlashInput {
  text: string
  input: RefObject<HTMLTextAreaElement | null>
  enquiry: Enquiry | undefined
  user: User
  onWritten: (text: string) => void
}

const maxOptions = 8

export function isAboutCannedResponses({ subject }: ChangeEvent) {
  return subject === 'answers'
}

/** Typing `/` at the start of a word offers the canned responses whose name contains the text after it. */
export function useSlashResponses({ text, input, enquiry, user, onWritten }: SlashInput) {
  const isOn = useAreShortcutsOn()
  const responses = useGetCannedResponsesQuery()
  useRefetchOn(isAboutCannedResponses, responses)
  const [caret, setCaret] = useState<number | null>(null)
  const [closedAt, setClosedAt] = useState<number>()
  const [active, setActive] = useState(0)
  const caretAfter = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (caretAfter.current === undefined) return
    input.current?.setSelectionRange(caretAfter.current, caretAfter.current)
    caretAfter.current = undefined
  })

  const typed = caret === null || !isOn ? undefined : slashWord(text.slice(0, caret))
  const options = enquiry && typed && typed.start !== closedAt ? findMatches(responses.data ?? [], typed.word) : []
  const shownActive = Math.min(active, Math.max(options.length - 1, 0))
  const choose = (response: CannedResponse) => {
    if (!typed || caret === null || !enquiry) return
    const expanded = expandPlaceholders(response.answer, valuesOf(enquiry, user))
    caretAfter.current = typed.start + expanded.length
    setCaret(null)
    onWritten(text.slice(0, typed.start) + expanded + text.slice(caret))
    input.current?.focus()
  }
  const close = () => setCaret(null)
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === '/') setClosedAt(undefined)
    const option = options[shownActive]
    if (!option) return
    const count = options.length
    const actions: Record<string, () => void> = {
      ArrowDown: () => setActive((shownActive + 1) % count),
      ArrowUp: () => setActive((shownActive + count - 1) % count),
      Enter: () => choose(option),
      Tab: () => choose(option),
      Escape: () => setClosedAt(typed?.start),
    }
    if (!actions[event.key] || event.shiftKey) return
    event.preventDefault()
    actions[event.key]!()
  }
  const noteCaret = () => {
    const field = input.current
    setCaret(field && field.selectionStart === field.selectionEnd ? field.selectionStart : null)
  }
  return { isOn, options, active: shownActive, handleKey, noteCaret, choose, close }
}

export type SlashResponsesShown = ReturnType<typeof useSlashResponses>

/** The last text before the caret that starts with a slash. It may have spaces, as names do. */
function slashWord(before: string) {
  const found = /(?:^|\s)(\/(?:[^\s/][^\n/]*)?)$/.exec(before)?.[1]
  return found === undefined ? undefined : { word: found, start: before.length - found.length }
}

function findMatches(responses: CannedResponse[], word: string) {
  const searched = word.slice(1).toLowerCase()
  return responses.filter(({ name }) => name.toLowerCase().includes(searched)).slice(0, maxOptions)
}

function valuesOf(enquiry: Enquiry, user: User): Record<Placeholder, string> {
  return {
    'customer.name': enquiry.user.name,
    'enquiry.id': enquiry.enquiryId,
    'enquiry.type': enquiry.enquiryType,
    'enquiry.summary': enquiry.summery,
    'agent.name': user.name,
    'company.name': user.company.companyName,
  }
}
