import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldText } from './folding.ts'
import { createFinder, searchWordsOf, wordsOf } from './words.ts'

const characters = Array.from({ length: 0x110000 }, (_none, codePoint) => codePoint)
  .filter((codePoint) => codePoint < 0xd800 || codePoint > 0xdfff)
  .map((codePoint) => String.fromCodePoint(codePoint))
  .filter((character) => /[\p{L}\p{M}\p{N}]/u.test(character))

test('letters that differ only in case fold to the same text, as in Unicode', () => {
  const cased = characters.filter((character) => /[\p{CWCF}\p{CWL}\p{CWU}]/u.test(character))
  expect(cased.length).toBeGreaterThan(2500)
  const all = cased.join('')
  const different = cased.flatMap((character) => {
    const same = all.match(new RegExp(character, 'giu')) ?? []
    return same.filter((other) => foldText(other) !== foldText(character)).map((other) => [character, other])
  })
  // The small iota under a Greek vowel is an accent here, although its capital is a letter.
  expect(different.filter((pair) => !pair.includes('\u0345'))).toEqual([])
})

test('folding twice gives the same as folding once', () => {
  expect(characters.filter((character) => foldText(foldText(character)) !== foldText(character))).toEqual([])
})

test('a digit of any script folds to its ASCII digit', () => {
  const digits = characters.filter((character) => /\p{Nd}/u.test(character))
  expect(digits.filter((digit, at) => foldText(digit) !== String(at % 10))).toEqual([])
})

test('many marks on one letter take no longer than other text', () => {
  const alternating = `a${'\u1dc4\u1dc2'.repeat(50_000)}`
  // Sorting them all would take a billion comparisons. The length of the result does not depend on the machine's speed.
  expect(foldText(alternating).length).toBeLessThan(40)
})

const unusual = fc.constantFrom(
  'a',
  'Σ',
  'ς',
  'ß',
  '\u00AD',
  '\u200B',
  '\u200D',
  '\uFE0F',
  'ـ',
  '٣',
  '料',
  'ท',
  '\u17B4',
  ' ',
  ',',
)

test('a search for the words of a text finds them in the index, and at valid places in the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: unusual, maxLength: 30 }), (text) => {
      const sought = searchWordsOf(text)
      const indexed = wordsOf(text)
      const found = createFinder(sought)(text)
      expect(sought.filter((word) => !indexed.some((one) => one.word.startsWith(word)))).toEqual([])
      expect(new Set(found.map((place) => place.sought))).toEqual(new Set(sought))
      expect([...indexed, ...found].filter(({ from, to }) => from >= to || to > text.length)).toEqual([])
    }),
    { numRuns: 2000 },
  )
})
