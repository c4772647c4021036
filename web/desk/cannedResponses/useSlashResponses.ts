import type { RefObject } from 'react'
import type { User } from '#contract/accounts.ts'
import { expandPlaceholders, type CannedResponse, type Placeholder } from '#contract/cannedResponses.ts'
import type { Enquiry } from '#contract/enquiries.ts'
import type { ChangeEvent } from '#contract/events.ts'
import { useAreShortcutsOn } from '#web/components/shortcuts/shortcuts.ts'
import { useOffer } from '#web/desk/box/useOffer.ts'
import { useRefetchOn } from '#web/events/useRefetchOn.ts'
import { useGetCannedResponsesQuery } from './cannedResponseApi.ts'

interface SlashInput {
  text: string
  input: RefObject<HTMLTextAreaElement | null>
  enquiry: Enquiry | undefined
  user: User
  onWritten: (text: string) => void
}

export function isAboutCannedResponses({ subject }: ChangeEvent) {
  return subject === 'answers'
}

/** Typing `/` at the start of a word offers the canned responses whose name contains the text after it. */
export function useSlashResponses({ text, input, enquiry, user, onWritten }: SlashInput) {
  const isOn = useAreShortcutsOn()
  const responses = useGetCannedResponsesQuery()
  useRefetchOn(isAboutCannedResponses, responses)
  const offer = useOffer<CannedResponse>({
    text,
    input,
    findWord: (before) => (isOn && enquiry ? slashWord(before) : undefined),
    findOptions: (word) => findMatches(responses.data ?? [], word),
    insertionFor: ({ answer }) => (enquiry ? expandPlaceholders(answer, valuesOf(enquiry, user)) : answer),
    onChosen: onWritten,
  })
  return { isOn, offer }
}

/** The last text before the caret that starts with a slash. It may have spaces, as names do. */
function slashWord(before: string) {
  const found = /(?:^|\s)(\/(?:[^\s/][^\n/]*)?)$/.exec(before)?.[1]
  return found === undefined ? undefined : { word: found.slice(1), start: before.length - found.length }
}

function findMatches(responses: CannedResponse[], word: string) {
  return responses.filter(({ name }) => name.toLowerCase().includes(word.toLowerCase()))
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
