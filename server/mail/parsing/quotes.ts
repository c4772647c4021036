import type { ParsedMail } from './parsedMail.ts'
import {
  isForwarding,
  isIntroduction,
  isOriginalHeading,
  isForwardHeading,
  isSignature,
  startsOriginal,
} from './quotePatterns.ts'

/** A signature without the space that marks it is only taken for one if it is short. */
const maxUnmarkedSignature = 8
const maxIntroductionLines = 4

/**
 * The ranges of a mail that repeat other mails or are signatures. Replies between quotes are in none. If there is nothing
 * else, or in doubt, nothing is collapsed.
 */
export function findCollapsed(text: string, subject: string): ParsedMail['collapsed'] {
  const lines = text.split('\n')
  const isCollapsed = lines.map((line) => isQuoted(line))
  collapseOriginal(lines, isCollapsed, subject)
  collapseIntroductions(lines, isCollapsed)
  collapseSignatures(lines, isCollapsed)
  const isSomethingLeft = lines.some((line, index) => !isCollapsed[index] && line.trim() !== '')
  return isSomethingLeft ? rangesOf(lines, isCollapsed) : []
}

function isQuoted(line: string) {
  return /^ {0,3}>/.test(line)
}

function isBlank(line: string | undefined) {
  return line === undefined || line.trim() === ''
}

/** Outlook puts the whole original below the answer. A forwarded mail is what the sender wants to show, so it stays. */
function collapseOriginal(lines: string[], isCollapsed: boolean[], subject: string) {
  if (isForwarding(subject)) return
  for (let index = 0; index < lines.length; index++) {
    if (isCollapsed[index]) continue
    if (isForwardHeading(lines[index]!)) return
    if (!isOriginalHeading(lines[index]!) && !startsOriginal(lines, index)) continue
    let first = index
    while (first > 0 && /^\s*(?:[_-]{5,}\s*)?$/.test(lines[first - 1]!)) first--
    isCollapsed.fill(true, first)
    return
  }
}

function collapseIntroductions(lines: string[], isCollapsed: boolean[]) {
  for (let index = 1; index < lines.length; index++) {
    const startsQuote = isQuoted(lines[index]!) && !isQuoted(lines[index - 1]!)
    if (!startsQuote) continue
    let last = index - 1
    while (last > 0 && index - last < 3 && isBlank(lines[last])) last--
    const first = findIntroduction(lines, isCollapsed, last)
    if (first !== undefined) isCollapsed.fill(true, first, index)
  }
}

/** The first line of the introduction that ends on the line `last`. */
function findIntroduction(lines: string[], isCollapsed: boolean[], last: number) {
  for (let first = last; first >= 0 && last - first < maxIntroductionLines; first--) {
    if (isBlank(lines[first]) || isCollapsed[first]) return undefined
    const isAlone = first === 0 || isBlank(lines[first - 1]) || isCollapsed[first - 1]!
    if (isIntroduction(lines.slice(first, last + 1), isAlone)) return first
  }
  return undefined
}

/** A signature reaches to the next quote, or to the end. */
function collapseSignatures(lines: string[], isCollapsed: boolean[]) {
  let start = 0
  while (start < lines.length) {
    let end = start
    while (end < lines.length && !isCollapsed[end]) end++
    const first = findSignature(lines, start, end)
    if (first !== undefined) isCollapsed.fill(true, first, end)
    start = end + 1
  }
}

function findSignature(lines: string[], start: number, end: number) {
  const block = lines.slice(start, end)
  const marked = block.findIndex((line) => line === '-- ')
  if (marked >= 0) return start + marked
  const unmarked = block.findLastIndex((line) => line.trimEnd() === '--')
  if (unmarked >= 0 && block.length - unmarked <= maxUnmarkedSignature) return start + unmarked
  const last = block.findLastIndex((line) => !isBlank(line))
  return last >= 0 && isSignature(block[last]!) ? start + last : undefined
}

function rangesOf(lines: string[], isCollapsed: boolean[]) {
  const ranges: ParsedMail['collapsed'] = []
  let position = 0
  let isWithin = false
  for (const [index, line] of lines.entries()) {
    const end = position + line.length
    if (isCollapsed[index] && !isBlank(line)) {
      if (isWithin) ranges.at(-1)![1] = end
      else ranges.push([position, end])
      isWithin = true
    } else if (!isBlank(line)) isWithin = false
    position = end + 1
  }
  return ranges
}
