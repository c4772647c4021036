import { diffLines, diffWordsWithSpace } from 'diff'

export interface TextPiece {
  text: string
  /** Whether only this text has it. */
  isOwn: boolean
}

/** Two long texts that have little in common are compared no longer than this, in milliseconds. */
const diffOptions = { timeout: 400 }

/** Both texts in pieces, so that what differs can be marked. */
export function markDifferences(mine: string, theirs: string): { mine: TextPiece[]; theirs: TextPiece[] } {
  const pieces = diffWordsWithSpace(theirs, mine, diffOptions)
  if (!pieces) return { mine: [{ text: mine, isOwn: true }], theirs: [{ text: theirs, isOwn: true }] }
  return {
    mine: pieces.filter(({ removed }) => !removed).map(({ value, added }) => ({ text: value, isOwn: added })),
    theirs: pieces.filter(({ added }) => !added).map(({ value, removed }) => ({ text: value, isOwn: removed })),
  }
}

/** A beginning for a text that says both: every line of either, in order, what is the same once. */
export function joinTexts(mine: string, theirs: string) {
  const pieces = diffLines(ended(theirs), ended(mine), diffOptions)
  const joined = pieces ? pieces.map(({ value }) => value).join('') : ended(theirs) + mine
  return joined.replace(/\n$/, '')
}

function ended(text: string) {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}
