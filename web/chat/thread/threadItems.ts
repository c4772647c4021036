import type { ReactNode } from 'react'
import type { Thread } from '#contract/chat.ts'
import { threadRows, type ThreadRow } from './threadRows.ts'

/** An item between the messages of a thread, such as a note. */
export interface Between {
  key: string
  /** The `seq` of the message before it, 0 for none. Without it, `at` decides the place. */
  afterSeq?: number
  at: string
  /** Waits at the end of the thread, whatever comes after it. */
  isPending?: boolean
  content: ReactNode
}

type Content = { kind: 'message'; at: string; row: ThreadRow } | { kind: 'between'; at: string; between: Between }

export type ThreadItem = Content & {
  /** Whether it is the first item of its day, in the viewer's time zone. */
  startsDay: boolean
}

/** Merges messages and the items between them. Items before the first loaded message wait for earlier messages. */
export function threadItems({ docs, hasEarlier }: Thread, between: readonly Between[] = []): ThreadItem[] {
  const pending = between.filter(({ isPending }) => isPending)
  const placed = between
    .filter(({ isPending }) => !isPending)
    .map((each) => ({ each, place: placeOf(each, docs) }))
    .filter(({ place }) => place > 0 || !hasEarlier)
    .toSorted((one, other) => one.place - other.place || Date.parse(one.each.at) - Date.parse(other.each.at))
  const before = (index: number) => placed.filter(({ place }) => place === index).map(({ each }) => contentOf(each))
  const messages = threadRows(docs).flatMap((row, index): Content[] => {
    const others = before(index)
    const startsGroup = row.startsGroup || others.length > 0
    return [...others, { kind: 'message', at: row.message.createdAt, row: { ...row, startsGroup } }]
  })
  const inOrder = [...messages, ...before(docs.length)].map(withDay)
  return [...inOrder, ...pending.map((each) => ({ ...contentOf(each), startsDay: false }))]
}

function contentOf(between: Between): Content {
  return { kind: 'between', at: between.at, between }
}

/** How many messages come before the item. */
function placeOf({ afterSeq, at }: Between, docs: Thread['docs']) {
  const moment = Date.parse(at)
  const next = docs.findIndex((message) =>
    afterSeq === undefined ? Date.parse(message.createdAt) > moment : message.seq > afterSeq,
  )
  return next < 0 ? docs.length : next
}

function withDay(item: Content, index: number, items: Content[]): ThreadItem {
  const previous = items[index - 1]
  const startsDay = !previous || new Date(previous.at).toDateString() !== new Date(item.at).toDateString()
  if (item.kind === 'between' || !startsDay) return { ...item, startsDay }
  return { ...item, startsDay, row: { ...item.row, startsGroup: true } }
}
