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

const mostShown = 8

export function isAboutCannedResponses({ subject }: ChangeEvent) {
  return subject === 'answers'
}

/** Typing `/` at the beginning of a word offers the canned responses that the rest of the word is found in. */
export function useSlashResponses({ text, input, enquiry, user, onWritten }: SlashInput) {
  const isOn = useAreShortcutsOn()
  const answers = useGetCannedResponsesQuery()
  useRefetchOn(isAboutCannedResponses, answers)
  const [caret, setCaret] = useState<number | null>(null)
  const [closedAt, setClosedAt] = useState<number>()
  const [active, setActive] = useState(0)
  const caretAfter = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (caretAfter.current === undefined) return
    input.current?.setSelectionRange(caretAfter.current, caretAfter.current)
    caretAfter.current = undefined
  })

  const begun = caret === null || !isOn ? undefined : slashWord(text.slice(0, caret))
  const options = enquiry && begun && begun.start !== closedAt ? matching(answers.data ?? [], begun.word) : []
  const shownActive = Math.min(active, Math.max(options.length - 1, 0))
  const choose = (answer: CannedResponse) => {
    if (!begun || caret === null || !enquiry) return
    const expanded = expandPlaceholders(answer.answer, valuesOf(enquiry, user))
    caretAfter.current = begun.start + expanded.length
    setCaret(null)
    onWritten(text.slice(0, begun.start) + expanded + text.slice(caret))
    input.current?.focus()
  }
  const close = () => setCaret(null)
  const listen = (event: KeyboardEvent) => {
    if (event.key === '/') setClosedAt(undefined)
    const chosen = options[shownActive]
    if (!chosen) return
    const count = options.length
    const does: Record<string, () => void> = {
      ArrowDown: () => setActive((shownActive + 1) % count),
      ArrowUp: () => setActive((shownActive + count - 1) % count),
      Enter: () => choose(chosen),
      Tab: () => choose(chosen),
      Escape: () => setClosedAt(begun?.start),
    }
    if (!does[event.key] || event.shiftKey) return
    event.preventDefault()
    does[event.key]!()
  }
  const noteCaret = () => {
    const field = input.current
    setCaret(field && field.selectionStart === field.selectionEnd ? field.selectionStart : null)
  }
  return { isOn, options, active: shownActive, listen, noteCaret, choose, close }
}

export type SlashResponsesShown = ReturnType<typeof useSlashResponses>

/** What stands behind the last word that begins with a slash, up to the caret: names have spaces. */
function slashWord(before: string) {
  const found = /(?:^|\s)(\/(?:[^\s/][^\n/]*)?)$/.exec(before)?.[1]
  return found === undefined ? undefined : { word: found, start: before.length - found.length }
}

function matching(answers: CannedResponse[], word: string) {
  const wanted = word.slice(1).toLowerCase()
  return answers.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, mostShown)
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
