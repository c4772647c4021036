import type { ReactNode } from 'react'
import type { Thread } from '#contract/chat.ts'
import { threadRows, type ThreadRow } from './threadRows.ts'

/** An item between the messages of a thread, such as a note. */
export interface Between {
  key: string
  /** The `seq` of the message before it. Without it, `at` decides the place. */
  afterSeq?: number
  at: string
  content: ReactNode
}

export type ThreadItem = { kind: 'message'; row: ThreadRow } | { kind: 'between'; between: Between }

/** Merges messages and the items between them. Items before the first loaded message wait for earlier messages. */
export function threadItems({ docs, hasEarlier }: Thread, between: readonly Between[] = []): ThreadItem[] {
  const placed = between
    .map((each) => ({ each, place: placeOf(each, docs) }))
    .filter(({ place }) => place > 0 || !hasEarlier)
    .toSorted((one, other) => one.place - other.place || Date.parse(one.each.at) - Date.parse(other.each.at))
  const before = (index: number) =>
    placed.filter(({ place }) => place === index).map(({ each }): ThreadItem => ({ kind: 'between', between: each }))
  const messages = threadRows(docs).flatMap((row, index): ThreadItem[] => {
    const others = before(index)
    const startsGroup = row.startsGroup || others.length > 0
    return [...others, { kind: 'message', row: { ...row, startsGroup } }]
  })
  return [...messages, ...before(docs.length)]
}

/** How many messages come before the item. */
function placeOf({ afterSeq, at }: Between, docs: Thread['docs']) {
  const moment = Date.parse(at)
  const next = docs.findIndex((message) =>
    afterSeq === undefined ? Date.parse(message.createdAt) > moment : message.seq > afterSeq,
  )
  return next < 0 ? docs.length : next
}
