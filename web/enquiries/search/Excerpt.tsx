import type { ReactNode } from 'react'
import type { SearchMatch } from '#contract/enquiries.ts'
import { TwoLines } from '#web/components/TwoLines.tsx'

interface ExcerptProps {
  summery: string
  /** The text in which the search found something. */
  match: SearchMatch | undefined
}

const places = {
  enquiryType: 'Type',
  description: 'Description',
  comments: 'Comments',
  requester: 'Raised by',
  assignee: 'Assignee',
  message: 'Message',
  note: 'Note',
} as const

/** The summary, and below it the text in which the search found something, if that is another one. */
export function Excerpt({ summery, match }: ExcerptProps) {
  if (!match || match.field === 'enquiryId') return <TwoLines>{summery}</TwoLines>
  if (match.field === 'summery') return <TwoLines title={summery}>{marked(match)}</TwoLines>
  return (
    <>
      <div className="one-line" dir="auto" title={summery}>
        {summery}
      </div>
      <div className="match-line" dir="auto" title={match.excerpt}>
        {`${places[match.field]}: `}
        {marked(cutBefore(match))}
      </div>
    </>
  )
}

/** How many characters precede the first match, since the line may be short. */
const leadLength = 16

function cutBefore({ field, excerpt, marks }: SearchMatch): SearchMatch {
  const first = marks[0]?.[0] ?? 0
  const space = excerpt.indexOf(' ', first - leadLength)
  if (first <= leadLength || space < 0 || space >= first) return { field, excerpt, marks }
  const shifted = marks.map(([from, to]): [number, number] => [from - space, to - space])
  return { field, excerpt: `…${excerpt.slice(space + 1)}`, marks: shifted }
}

function marked({ excerpt, marks }: SearchMatch): ReactNode[] {
  let end = 0
  const parts: ReactNode[] = []
  for (const [from, to] of marks) {
    const match = (
      <mark key={from} className="match">
        {excerpt.slice(from, to)}
      </mark>
    )
    parts.push(excerpt.slice(end, from), match)
    end = to
  }
  return [...parts, excerpt.slice(end)]
}
