import { wordTag } from '#server/enquiries/list/stretches.ts'
import { foldText } from './folding.ts'

/** A word of a text: `from` and `to` are its place in the text, `word` its indexed form. */
export type Word = { word: string; from: number; to: number }

/** An invisible character, such as a soft hyphen or a zero-width joiner, belongs to the word around it. */
const letter = String.raw`[[\p{L}\p{N}\p{M}]--\p{DI}]`
const runs = new RegExp(String.raw`${letter}+(?:\p{DI}+${letter}+)*`, 'gv')
/** Scripts without spaces between words: every two neighbouring characters count as a word. */
const unspacedLetter = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]`
const unspaced = new RegExp(unspacedLetter, 'u')
const attached = String.raw`[\p{M}\p{DI}]*`
/** The parts of a run: 注文12345が is 注文, 12345 and が. A mark belongs to the letter before it. */
const parts = new RegExp(String.raw`((?:${unspacedLetter}${attached})+)|(?:(?!${unspacedLetter})[^]${attached})+`, 'gu')
const characters = /\P{DI}\p{DI}*/gu
const wordLength = 40
const ascii = /^\p{ASCII}*$/u

/** The words of a text in any script, without accents and in lower case. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  visitWords(text, (word, from, to) => words.push({ word, from, to }))
  return words
}

type VisitWord = (word: string, from: number, to: number) => void

/** Calls `visit` with each word of a text. A long text has 20,000 of them, and making an object of each takes twice as long. */
function visitWords(text: string, visit: VisitWord) {
  for (const { 0: run, index } of text.matchAll(runs)) {
    if (unspaced.test(run)) visitParts(run, index, visit)
    else visitFolded(run, index, visit)
  }
}

function visitParts(run: string, from: number, visit: VisitWord) {
  for (const { 0: part, 1: pairs, index } of run.matchAll(parts)) {
    if (pairs) visitPairs(part, from + index, visit)
    else visitFolded(part, from + index, visit)
  }
}

/** 配送料 becomes 配送, 送料 and 料, so that a search also finds the last character. */
function visitPairs(run: string, index: number, visit: VisitWord) {
  const inRun = run.match(characters) ?? []
  let from = index
  for (let at = 0; at < inRun.length; at++) {
    visitFolded(inRun[at]! + (inRun[at + 1] ?? ''), from, visit)
    from += inRun[at]!.length
  }
}

function visitFolded(run: string, from: number, visit: VisitWord) {
  if (caseless.test(run)) visit(run, from, from + run.length)
  else for (const word of folded(run)) visit(word, from, from + run.length)
}

/** Letters that need no folding. A long text has thousands of different pairs of them, too many to cache. */
const caseless =
  /^[\u0e01-\u0e30\u0e40-\u0e45\u0e81-\u0eb0\u1000-\u1021\u1780-\u17b3\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff]{1,2}$/
const foldedRuns = new Map<string, string[]>()
const foldedKept = 20_000

/** The words of a run as they are compared: `Ärger` equals `arger`, and ½ becomes two words. */
function folded(run: string) {
  const known = foldedRuns.get(run)
  if (known) return known
  const words = fold(run)
  // A few long runs would fill the memory that is meant for many words.
  if (run.length > wordLength) return words
  if (foldedRuns.size >= foldedKept) foldedRuns.clear()
  foldedRuns.set(run, words)
  return words
}

function fold(run: string) {
  return (foldText(run).match(runs) ?? []).map((word) => word.slice(0, wordLength).toWellFormed())
}

/** The words of a search, the longest first, without the beginnings of other words. Each finds words that start with it. */
export function searchWordsOf(search: string): string[] {
  const words = wordsOf(search).filter(({ from, to }, at, all) => !(all[at - 1]?.to === to && all[at - 1]!.from < from))
  const asked = [...new Set(words.map(({ word }) => word))]
  const needed = asked.filter((word) => !asked.some((other) => other !== word && other.startsWith(word)))
  return needed.toSorted((a, b) => b.length - a.length)
}

/** A place in a text where a word starts with a `sought` one. */
export type FoundWord = { sought: string; from: number; to: number }
export type Finder = (text: string) => FoundWord[]

/** Returns a function that finds the words of a text that start with one of `sought`, a result of `searchWordsOf`. */
export function createFinder(sought: string[]): Finder {
  const plain = sought.filter((word) => ascii.test(word))
  const beginnings = new RegExp(`(?<![a-z0-9])(${plain.join('|')})[a-z0-9]*`, 'gi')
  return (text) => {
    if (!ascii.test(text)) {
      const places: FoundWord[] = []
      visitWords(text, (word, from, to) => {
        const found = sought.find((beginning) => word.startsWith(beginning))
        if (found !== undefined) places.push({ sought: found, from, to })
      })
      return places
    }
    // Splitting a text into words takes ten times as long, and most texts are ASCII.
    if (plain.length === 0) return []
    return Array.from(text.matchAll(beginnings), ({ 0: run, 1: beginning, index }) => {
      return { sought: beginning!.toLowerCase(), from: index, to: index + run.length }
    })
  }
}

/** The words of a text as a `tsvector`, each after the tag of its company and stretch. */
export function indexedWords(companyId: string, enquiryNo: number, text: string) {
  const tag = wordTag(companyId, enquiryNo)
  const words = new Set<string>()
  visitWords(text, (word) => words.add(word))
  return [...words].map((word) => tag + word).join(' ')
}
