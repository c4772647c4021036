import type { RefObject } from 'react'
import type { DeskSummary } from '#contract/desk.ts'
import { useOffer } from '#web/desk/box/useOffer.ts'
import { useGetDeskSummaryQuery } from '#web/desk/deskApi.ts'
import { findPeople, mentionedPeople, mentionWord, type MentionedPerson } from './mentions.ts'

export type Colleague = DeskSummary['assignees'][number]

interface MentionInput {
  text: string
  /** The people who were chosen from the list so far. */
  chosen: MentionedPerson[]
  input: RefObject<HTMLTextAreaElement | null>
  userId: string
  onWritten: (text: string, chosen: MentionedPerson[]) => void
}

/** Typing `@` offers the colleagues who may answer. Returns the ones whose `@name` the text contains, too. */
export function useMentions({ text, chosen, input, userId, onWritten }: MentionInput) {
  const { data } = useGetDeskSummaryQuery()
  const colleagues = data?.assignees.filter(({ _id, canAnswer }) => canAnswer && _id !== userId) ?? []
  const offer = useOffer<Colleague>({
    text,
    input,
    findWord: mentionWord,
    findOptions: (word) => findPeople(colleagues, word),
    insertionFor: ({ name }, after) => (/^\s/.test(after) ? `@${name}` : `@${name} `),
    onChosen: (next, { _id, name }) => onWritten(next, [...chosen, { _id, name }]),
  })
  return { offer, mentioned: mentionedPeople(text, colleagues, chosen) }
}
