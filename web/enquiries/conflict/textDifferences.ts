import { diffLines, diffWordsWithSpace } from 'diff'

export interface TextPiece {
  text: string
  /** Only this text contains it. */
  isOwn: boolean
}

/** Comparing two long texts that share little could take seconds. The unit is milliseconds. */
const diffOptions = { timeout: 400 }

/** Splits both texts into pieces, so that the differences can be marked. */
export function markDifferences(mine: string, theirs: string): { mine: TextPiece[]; theirs: TextPiece[] } {
  const pieces = diffWordsWithSpace(theirs, mine, diffOptions)
  if (!pieces) return { mine: [{ text: mine, isOwn: true }], theirs: [{ text: theirs, isOwn: true }] }
  return {
    mine: pieces.filter(({ removed }) => !removed).map(({ value, added }) => ({ text: value, isOwn: added })),
    theirs: pieces.filter(({ added }) => !added).map(({ value, removed }) => ({ text: value, isOwn: removed })),
  }
}

/** A starting point for the merge: every line of both texts, in order, with common lines only once. */
export function joinTexts(mine: string, theirs: string) {
  const pieces = diffLines(withNewline(theirs), withNewline(mine), diffOptions)
  const joined = pieces ? pieces.map(({ value }) => value).join('') : withNewline(theirs) + mine
  return joined.replace(/\n$/, '')
}

function withNewline(text: string) {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}
